/** VS Code marks the body with the kind of its theme. */
export function isDarkWindow(): boolean {
  const { classList } = document.body;
  if (classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light")) return false;
  return classList.contains("vscode-dark") || classList.contains("vscode-high-contrast") || prefersDark();
}

function prefersDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Keeps the canvas at the screen's own pixels. */
export function followSize(canvas: HTMLCanvasElement, onSize: (width: number, height: number) => void): void {
  const observer = new ResizeObserver((entries) => {
    const entry = entries.at(-1);
    const exact = entry?.devicePixelContentBoxSize?.[0];
    const width = exact?.inlineSize ?? Math.round(canvas.clientWidth * devicePixelRatio);
    const height = exact?.blockSize ?? Math.round(canvas.clientHeight * devicePixelRatio);
    if (width === 0 || height === 0) return;
    canvas.width = width;
    canvas.height = height;
    onSize(width, height);
  });
  try {
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(canvas);
  }
}
