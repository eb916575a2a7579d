import { startBoard3d } from "./app.ts";

// The page is there before the graphics are made ready, which takes a while where the processor draws.
requestAnimationFrame(() => startBoard3d(document.body));
