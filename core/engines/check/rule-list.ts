import type { CheckRule } from "./define-rule.ts";
import { assertions } from "./rules/assertions.ts";
import { connectionWidth } from "./rules/connection-width.ts";
import { connectivity } from "./rules/connectivity.ts";
import { copperClearance } from "./rules/copper-clearance.ts";
import { copperSliver } from "./rules/copper-sliver.ts";
import { courtyard } from "./rules/courtyard.ts";
import { creepage } from "./rules/creepage.ts";
import { diffPairs } from "./rules/diff-pairs.ts";
import { disabledLayer } from "./rules/disabled-layer.ts";
import { disallow } from "./rules/disallow.ts";
import { edgeClearance } from "./rules/edge-clearance.ts";
import { footprints } from "./rules/footprints.ts";
import { holeToHole } from "./rules/hole-to-hole.ts";
import { isolatedCopper } from "./rules/isolated-copper.ts";
import { libraryFootprints } from "./rules/library-footprints.ts";
import { openEndsRule } from "./rules/open-ends.ts";
import { outline } from "./rules/outline.ts";
import { padstack } from "./rules/padstack.ts";
import { physicalClearance } from "./rules/physical-clearance.ts";
import { routeLength } from "./rules/route-length.ts";
import { silk } from "./rules/silk.ts";
import { sizes } from "./rules/sizes.ts";
import { solderMask } from "./rules/solder-mask.ts";
import { text } from "./rules/text.ts";
import { thermals } from "./rules/thermals.ts";
import { trackAngle } from "./rules/track-angle.ts";
import { trackSegmentLength } from "./rules/track-segment-length.ts";
import { variables } from "./rules/variables.ts";
import { zoneClearance } from "./rules/zone-clearance.ts";

/** All checks, in the order in which they run. */
export const checkRules: readonly CheckRule[] = [
  copperClearance,
  zoneClearance,
  holeToHole,
  edgeClearance,
  sizes,
  trackAngle,
  trackSegmentLength,
  routeLength,
  diffPairs,
  physicalClearance,
  creepage,
  connectionWidth,
  disallow,
  connectivity,
  openEndsRule,
  isolatedCopper,
  copperSliver,
  thermals,
  courtyard,
  silk,
  solderMask,
  text,
  variables,
  outline,
  disabledLayer,
  footprints,
  padstack,
  libraryFootprints,
  assertions,
];
