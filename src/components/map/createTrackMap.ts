import { Marker } from 'maplibre-gl';
import { circleAround, showCircle } from './circle.ts';
import { createMap, type MapCamera } from './createMap.ts';
import { focusPoints, hasFocus } from './focus.ts';
import { type MarkKind, markElement } from './marks.ts';
import type { SceneCircle, SceneMark, TrackScene } from './scene.ts';
import { boundsOf, type LngLat, type Pose, pointsOf } from './track.ts';
import { addTrack } from './trackLayers.ts';
import type { AllMapColours } from './useMapColours.ts';
import type { MapLabels } from './useMapLabels.ts';

interface Options extends Pick<TrackScene, 'track' | 'impact' | 'bySpeed'> {
  readonly container: HTMLElement;
  /** Circle that must be visible when the map opens, together with the track. */
  readonly circle: SceneCircle | null;
  readonly marks: readonly SceneMark[];
  readonly colours: AllMapColours;
  readonly labels: MapLabels;
  readonly onMove: (look: MapCamera) => void;
}

export const createTrackMap = async (options: Options) => {
  const { track, impact, bySpeed, circle, marks: firstMarks, colours, labels } = options;
  const ends = pointsOf(track);
  const beside = [...firstMarks.map(({ at }) => at), ...(circle ? circleAround(circle) : [])];
  const all = [...ends, ...(impact ? [impact] : []), ...beside];
  const points = hasFocus({ track, impact }) ? focusPoints({ track, impact }) : all;
  const origin = impact ?? circle?.at;
  const { map, drawn, showBox, fitPoints, zoomBy } = await createMap({
    ...options,
    points,
    ...(origin && { origin }),
    label: labels.map,
    language: labels.language,
    sources: labels.sources,
  });

  const mark = (kind: MarkKind, at: LngLat, fill: string, label: string, onPress?: () => void) =>
    new Marker({ element: markElement(kind, { fill, stroke: colours.casing }, label, onPress) })
      .setLngLat([...at])
      .addTo(map);

  const first = ends[0];
  const last = ends.at(-1);
  if (track.times.length > 1 && first && last) {
    mark('start', first, colours.before, labels.start);
    mark('end', last, bySpeed ? colours.before : colours.after, labels.end);
  }
  if (impact) mark('impact', impact, colours.impact, labels.impact);
  const car = new Marker({
    element: markElement('car', { fill: colours.car, stroke: colours.casing }, labels.car),
    rotationAlignment: 'map',
  });
  let circleNow: SceneCircle | null = null;
  let isLoaded = false;
  const drawCircle = () => showCircle(map, circleNow, colours.chosen);
  map.on('load', () => {
    isLoaded = true;
    addTrack(map, track, colours, bySpeed);
    drawCircle();
  });

  let carShown = false;
  const placeCar = (pose: Pose | undefined) => {
    if (pose) car.setLngLat([...pose.at]).setRotation(pose.heading);
    // The marker is added only when it appears, not at every step of the clock. Adding a shown marker would first
    // remove it.
    if (pose && !carShown) car.addTo(map);
    if (!pose && carShown) car.remove();
    carShown = pose !== undefined;
  };
  let marked: readonly Marker[] = [];
  const showMarks = (marks: readonly SceneMark[], onMark?: (id: number) => void) => {
    for (const one of marked) one.remove();
    marked = marks.map(({ id, kind, at, label, chosen }) =>
      mark(kind, at, chosen ? colours.chosen : colours.mark, label, onMark && (() => onMark(id))),
    );
  };
  let place: Marker | undefined;
  const placeCircle = (asked: SceneCircle | null) => {
    place?.remove();
    place = asked ? mark('place', asked.at, colours.chosen, labels.place) : undefined;
    circleNow = asked;
    // `map.loaded()` cannot be used here. It returns false while the previous circle is drawn, and no second load event
    // follows.
    if (isLoaded) drawCircle();
  };
  const fitTrack = () => showBox(boundsOf(all));
  return { map, drawn, fitFocus: fitPoints, fitTrack, zoomBy, placeCar, showMarks, placeCircle };
};
export type TrackMapView = Awaited<ReturnType<typeof createTrackMap>>;
