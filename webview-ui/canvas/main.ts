import { startCanvas } from "./app.ts";

// The page says whether VS Code leaves undo, redo and save to us: <body data-editor-keys="forward">.
startCanvas(document.body, { forwardEditorKeys: document.body.dataset["editorKeys"] === "forward" });
