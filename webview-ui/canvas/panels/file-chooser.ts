import { element } from "../../dom/element.ts";

/** Lets the person choose a file of these types; its content as base64, or null when none is chosen. */
export function chooseFile(accept: string): Promise<string | null> {
  return new Promise((resolve) => {
    const input = element("input", { type: "file", accept, hidden: true });
    const end = (answer: string | null) => {
      input.remove();
      resolve(answer);
    };
    input.addEventListener("cancel", () => end(null));
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file === undefined) {
        end(null);
        return;
      }
      const reader = new FileReader();
      reader.addEventListener("load", () => end(String(reader.result).replace(/^[^,]*,/, "")));
      reader.addEventListener("error", () => end(null));
      reader.readAsDataURL(file);
    });
    document.body.append(input);
    input.click();
  });
}
