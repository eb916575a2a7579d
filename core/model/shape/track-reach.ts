import { shapesMeet } from "../../geometry/distance.ts";
import { boxesMeet, type Shape } from "../../geometry/shape.ts";
import type { ArcTrack, Track } from "../board/track.ts";
import { trackShape } from "./item-shapes.ts";

/** Whether a track of a net comes, on a layer, to a hole: what keeps the ring of a pad or via that may lose unused ones. */
export type TrackReach = (layer: string, net: string, hole: Shape) => boolean;

export function trackReach(tracks: Iterable<Track | ArcTrack>): TrackReach {
  const byNet = new Map<string, { readonly track: Track | ArcTrack; shape: Shape | null }[]>();
  for (const track of tracks) {
    const key = `${copperLayerOf(track)} ${track.net}`;
    const list = byNet.get(key);
    if (list === undefined) byNet.set(key, [{ track, shape: null }]);
    else list.push({ track, shape: null });
  }
  return (layer, net, hole) =>
    net !== "" &&
    (byNet.get(`${layer} ${net}`) ?? []).some((each) => {
      each.shape ??= trackShape(each.track);
      return boxesMeet(each.shape.box, hole.box) && shapesMeet(each.shape, hole);
    });
}

/** The copper layer of a track, also of one that names its mask layer too. */
export function copperLayerOf(track: Track | ArcTrack): string {
  return track.layer === "" ? (track.layers.find((name) => name.endsWith(".Cu")) ?? "") : track.layer;
}
