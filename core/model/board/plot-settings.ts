import { formatNumber } from "../../format/text.ts";
import type { Absent, Field } from "../field.ts";
import { KICAD_8, optionalNumber, optionalText, optionalYesNo } from "../field.ts";
import type { Shape } from "../kind.ts";
import { struct } from "../struct.ts";
import type { Surface } from "../surface.ts";
import { orNull } from "../surface.ts";

/** `(token yes)`; `true` and `false` before KiCad 8. */
function choice(token: string, about: string): Field<boolean | Absent> {
  return {
    ...optionalYesNo(token, about),
    write(value, file) {
      if (value === null) return null;
      return file.version >= KICAD_8 ? `(${token} ${value ? "yes" : "no"})` : `(${token} ${value})`;
    },
  };
}

/** A number that KiCad writes with six decimals. */
function decimal(token: string, about: string): Field<number | Absent> {
  return {
    ...optionalNumber(token, about),
    write: (value) => (value === null ? null : `(${token} ${value.toFixed(6)})`),
  };
}

const count = (token: string, about: string): Field<number | Absent> => ({
  ...optionalNumber(token, about),
  write: (value) => (value === null ? null : `(${token} ${formatNumber(value)})`),
});

/** `(token 0x00000000_55555555)`: one bit for each layer, 32 to a group. KiCad refuses a file with another form. */
function layerMask(token: string, about: string): Field<string | Absent> {
  const mask: Surface<string> = {
    says: "a mask such as 0x00000000_55555555",
    to: (value) => value,
    from: (json) =>
      typeof json === "string" && /^0x[0-9a-f]{1,8}(_[0-9a-f]{8})*$/i.test(json) ? json.toLowerCase() : undefined,
  };
  return { ...optionalText(token, about, false), surface: orNull(mask) };
}

/** In KiCad's order; settings that some versions lack are null there. */
const shape = {
  layerSelection: layerMask("layerselection", "Layers to plot, as a mask in hexadecimal."),
  onAllLayers: layerMask("plot_on_all_layers_selection", "Layers to plot on every plot, as a mask in hexadecimal."),
  disableApertureMacros: choice("disableapertmacros", "Gerber without aperture macros."),
  gerberExtensions: choice("usegerberextensions", "Protel's file name extensions."),
  gerberAttributes: choice("usegerberattributes", "Gerber X2."),
  advancedGerberAttributes: choice("usegerberadvancedattributes", "Netlist attributes in Gerber."),
  gerberJobFile: choice("creategerberjobfile", "Whether a job file is written."),
  excludeEdge: choice("excludeedgelayer", "Whether the edge is left out of other layers (KiCad 6)."),
  dashRatio: decimal("dashed_line_dash_ratio", "Length of dashes in line widths."),
  gapRatio: decimal("dashed_line_gap_ratio", "Length of gaps in line widths."),
  svgInches: choice("svguseinch", "SVG in inches (KiCad 6)."),
  svgPrecision: count("svgprecision", "Digits in SVG files."),
  plotFrame: choice("plotframeref", "Whether the drawing sheet is plotted."),
  viasOnMask: choice("viasonmask", "Whether vias are open in the mask (KiCad 6 to 8)."),
  mode: count("mode", "1 filled, 2 sketch."),
  auxOrigin: choice("useauxorigin", "Whether the drill origin is the plot's origin."),
  hpglPenNumber: count("hpglpennumber", "HPGL pen."),
  hpglPenSpeed: count("hpglpenspeed", "HPGL speed."),
  hpglPenDiameter: decimal("hpglpendiameter", "HPGL pen width."),
  pdfFrontPopups: choice("pdf_front_fp_property_popups", "PDF pop-ups of front parts."),
  pdfBackPopups: choice("pdf_back_fp_property_popups", "PDF pop-ups of back parts."),
  pdfMetadata: choice("pdf_metadata", "PDF with title and author."),
  pdfSingleDocument: choice("pdf_single_document", "All layers in one PDF."),
  dxfPolygonMode: choice("dxfpolygonmode", "DXF outlines."),
  dxfInches: choice("dxfimperialunits", "DXF in inches."),
  dxfKicadFont: choice("dxfusepcbnewfont", "DXF texts as lines."),
  psNegative: choice("psnegative", "PostScript negative."),
  psA4: choice("psa4output", "PostScript on A4."),
  blackAndWhite: choice("plot_black_and_white", "Without colours."),
  references: choice("plotreference", "Whether references are plotted (KiCad 6 to 8)."),
  values: choice("plotvalue", "Whether values are plotted (KiCad 6 to 8)."),
  footprintTexts: choice("plotfptext", "Whether other texts of footprints are plotted (KiCad 8)."),
  invisibleTexts: choice("plotinvisibletext", "Whether hidden texts are plotted."),
  sketchPads: choice("sketchpadsonfab", "Outlines of pads on the fabrication layers."),
  padNumbers: choice("plotpadnumbers", "Pad numbers on the fabrication layers."),
  hideDnp: choice("hidednponfab", "Parts that are not populated are left out of fabrication layers."),
  sketchDnp: choice("sketchdnponfab", "They are drawn as outlines."),
  crossOutDnp: choice("crossoutdnponfab", "They are crossed out."),
  subtractMask: choice("subtractmaskfromsilk", "Silkscreen is cut where the mask is open."),
  outputFormat: count("outputformat", "0 HPGL, 1 Gerber, 2 PostScript, 3 DXF, 4 PDF, 5 SVG."),
  mirror: choice("mirror", "Mirrored."),
  drillShape: count("drillshape", "Drill marks: 0 none, 1 small, 2 real."),
  scaleSelection: count("scaleselection", "Scale: 0 to fit, 1 1:1, …"),
  outputFolder: optionalText("outputdirectory", "Where plots go."),
} satisfies Shape;

/** `(pcbplotparams (layerselection 0x…) … (outputdirectory ""))`: how the board was plotted last. */
export const plotSettings = struct("pcbplotparams", "How the board was plotted last.", shape);
