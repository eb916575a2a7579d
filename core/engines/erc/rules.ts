import type { Rule } from "./rule.ts";
import { busDefinitionConflict } from "./rules/bus-definition-conflict.ts";
import { busToBusConflict } from "./rules/bus-to-bus-conflict.ts";
import { busToNetConflict } from "./rules/bus-to-net-conflict.ts";
import { differentUnitFootprint } from "./rules/different-unit-footprint.ts";
import { differentUnitNet } from "./rules/different-unit-net.ts";
import { duplicatePins } from "./rules/duplicate-pins.ts";
import { duplicateReference } from "./rules/duplicate-reference.ts";
import { duplicateSheetNames } from "./rules/duplicate-sheet-names.ts";
import { endpointOffGrid } from "./rules/endpoint-off-grid.ts";
import { extraUnits } from "./rules/extra-units.ts";
import { footprintFilter } from "./rules/footprint-filter.ts";
import { footprintLinkIssues } from "./rules/footprint-link-issues.ts";
import { fourWayJunction } from "./rules/four-way-junction.ts";
import { genericError } from "./rules/generic-error.ts";
import { genericWarning } from "./rules/generic-warning.ts";
import { globalLabelDangling } from "./rules/global-label-dangling.ts";
import { hierLabelMismatch } from "./rules/hier-label-mismatch.ts";
import { labelDangling } from "./rules/label-dangling.ts";
import { labelMultipleWires } from "./rules/label-multiple-wires.ts";
import { libSymbolIssues } from "./rules/lib-symbol-issues.ts";
import { libSymbolMismatch } from "./rules/lib-symbol-mismatch.ts";
import { missingBidiPin } from "./rules/missing-bidi-pin.ts";
import { missingInputPin } from "./rules/missing-input-pin.ts";
import { missingPowerPin } from "./rules/missing-power-pin.ts";
import { missingUnit } from "./rules/missing-unit.ts";
import { multipleNetNames } from "./rules/multiple-net-names.ts";
import { netNotBusMember } from "./rules/net-not-bus-member.ts";
import { noConnectConnected } from "./rules/no-connect-connected.ts";
import { noConnectDangling } from "./rules/no-connect-dangling.ts";
import { pinNotConnected } from "./rules/pin-not-connected.ts";
import { pinNotDriven } from "./rules/pin-not-driven.ts";
import { pinToPin } from "./rules/pin-to-pin.ts";
import { powerPinNotDriven } from "./rules/power-pin-not-driven.ts";
import { sameLocalGlobalLabel } from "./rules/same-local-global-label.ts";
import { similarLabelAndPower } from "./rules/similar-label-and-power.ts";
import { similarLabels } from "./rules/similar-labels.ts";
import { similarPower } from "./rules/similar-power.ts";
import { singleGlobalLabel } from "./rules/single-global-label.ts";
import { unannotated } from "./rules/unannotated.ts";
import { unconnectedWireEndpoint } from "./rules/unconnected-wire-endpoint.ts";
import { undefinedNetclass } from "./rules/undefined-netclass.ts";
import { unitValueMismatch } from "./rules/unit-value-mismatch.ts";
import { unresolvedVariable } from "./rules/unresolved-variable.ts";
import { wireDangling } from "./rules/wire-dangling.ts";

/** Every check, by type. */
export const rules: readonly Rule[] = [
  busDefinitionConflict,
  busToBusConflict,
  busToNetConflict,
  differentUnitFootprint,
  differentUnitNet,
  duplicatePins,
  duplicateReference,
  duplicateSheetNames,
  endpointOffGrid,
  extraUnits,
  footprintFilter,
  footprintLinkIssues,
  fourWayJunction,
  genericError,
  genericWarning,
  globalLabelDangling,
  hierLabelMismatch,
  labelDangling,
  labelMultipleWires,
  libSymbolIssues,
  libSymbolMismatch,
  missingBidiPin,
  missingInputPin,
  missingPowerPin,
  missingUnit,
  multipleNetNames,
  netNotBusMember,
  noConnectConnected,
  noConnectDangling,
  pinNotConnected,
  pinNotDriven,
  pinToPin,
  powerPinNotDriven,
  sameLocalGlobalLabel,
  similarLabelAndPower,
  similarLabels,
  similarPower,
  singleGlobalLabel,
  unannotated,
  unconnectedWireEndpoint,
  undefinedNetclass,
  unitValueMismatch,
  unresolvedVariable,
  wireDangling,
];
