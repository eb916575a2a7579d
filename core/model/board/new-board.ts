import { layOut } from "../../format/layout.ts";
import { quote } from "../../format/text.ts";

/** The layers besides copper of a new board, in file order: number, name, and what KiCad calls it. */
const technical: readonly (readonly [number, string, string?])[] = [
  [9, "F.Adhes", "F.Adhesive"],
  [11, "B.Adhes", "B.Adhesive"],
  [13, "F.Paste"],
  [15, "B.Paste"],
  [5, "F.SilkS", "F.Silkscreen"],
  [7, "B.SilkS", "B.Silkscreen"],
  [1, "F.Mask"],
  [3, "B.Mask"],
  [17, "Dwgs.User", "User.Drawings"],
  [19, "Cmts.User", "User.Comments"],
  [21, "Eco1.User", "User.Eco1"],
  [23, "Eco2.User", "User.Eco2"],
  [25, "Edge.Cuts"],
  [27, "Margin"],
  [31, "F.CrtYd", "F.Courtyard"],
  [29, "B.CrtYd", "B.Courtyard"],
  [35, "F.Fab"],
  [33, "B.Fab"],
  [39, "User.1"],
  [41, "User.2"],
  [43, "User.3"],
  [45, "User.4"],
];

/** KiCad writes its plot settings into every board; these are those of a new one, so that its first save changes nothing. */
const plot =
  "(layerselection 0x00000000_00000000_55555555_5755f5ff) " +
  "(plot_on_all_layers_selection 0x00000000_00000000_00000000_00000000) (disableapertmacros no) " +
  "(usegerberextensions no) (usegerberattributes yes) (usegerberadvancedattributes yes) (creategerberjobfile yes) " +
  "(dashed_line_dash_ratio 12.000000) (dashed_line_gap_ratio 3.000000) (svgprecision 4) (plotframeref no) (mode 1) " +
  "(useauxorigin no) (hpglpennumber 1) (hpglpenspeed 20) (hpglpendiameter 15.000000) " +
  "(pdf_front_fp_property_popups yes) (pdf_back_fp_property_popups yes) (pdf_metadata yes) (pdf_single_document no) " +
  "(dxfpolygonmode yes) (dxfimperialunits yes) (dxfusepcbnewfont yes) (psnegative no) (psa4output no) " +
  "(plot_black_and_white yes) (sketchpadsonfab no) (plotpadnumbers no) (hidednponfab no) (sketchdnponfab yes) " +
  "(crossoutdnponfab yes) (subtractmaskfromsilk no) (outputformat 1) (mirror no) (drillshape 1) (scaleselection 1) " +
  '(outputdirectory "")';

/** An empty board as KiCad 9 writes it, with `copper` copper layers (an even number from 2 to 32). */
export function newBoard(options: {
  readonly copper: number;
  readonly paper?: string;
  readonly thickness?: number;
}): string {
  const inner = Array.from({ length: options.copper - 2 }, (_, i) => `(${2 * i + 4} "In${i + 1}.Cu" signal)`);
  const rows = technical.map(
    ([number, name, own]) => `(${number} ${quote(name)} user${own === undefined ? "" : ` ${quote(own)}`})`,
  );
  const text =
    '(kicad_pcb (version 20241229) (generator "edsnx") ' +
    `(general (thickness ${options.thickness ?? 1.6}) (legacy_teardrops no)) (paper ${quote(options.paper ?? "A4")}) ` +
    `(layers (0 "F.Cu" signal) ${inner.join(" ")} (2 "B.Cu" signal) ${rows.join(" ")}) ` +
    "(setup (pad_to_mask_clearance 0) (allow_soldermask_bridges_in_footprints no) (tenting front back) " +
    `(pcbplotparams ${plot})) ` +
    '(net 0 "") (embedded_fonts no))';
  return `${layOut(text, 0, "modern")}\n`;
}
