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

interface Options extends Pick<TrackScene, 'track' | 'impact' | 'colourBySpeed'> {
  readonly container: HTMLElement;
  /** Circle that must be visible when the map opens, together with the track. */
  readonly circle: SceneCircle | null;
  readonly marks: readonly SceneMark[];
  readonly colours: AllMapColours;
  readonly labels: MapLabels;
  readonly onMove: (camera: MapCamera) => void;
}

export const createTrackMap = async (options: Options) => {
  const { track, impact, colourBySpeed, circle, marks: firstMarks, colours, labels } = options;
  const trackPoints = pointsOf(track);
  const otherPoints = [...firstMarks.map(({ at }) => at), ...(circle ? circleAround(circle) : [])];
  const allPoints = [...trackPoints, ...(impact ? [impact] : []), ...otherPoints];
  const points = hasFocus({ track, impact }) ? focusPoints({ track, impact }) : allPoints;
  const origin = impact ?? circle?.at;
  const { map, whenDrawn, showBox, fitPoints, zoomBy } = await createMap({
    ...options,
    points,
    ...(origin && { origin }),
    label: labels.map,
    language: labels.language,
    sources: labels.sources,
  });

  const addMark = (kind: MarkKind, at: LngLat, fill: string, label: string, onPress?: () => void) =>
    new Marker({ element: markElement(kind, { fill, stroke: colours.casing }, label, onPress) })
      .setLngLat([...at])
      .addTo(map);

  const first = trackPoints[0];
  const last = trackPoints.at(-1);
  if (track.times.length > 1 && first && last) {
    addMark('start', first, colours.before, labels.start);
    addMark('end', last, colourBySpeed ? colours.before : colours.after, labels.end);
  }
  if (impact) addMark('impact', impact, colours.impact, labels.impact);
  const car = new Marker({
    element: markElement('car', { fill: colours.car, stroke: colours.casing }, labels.car),
    rotationAlignment: 'map',
  });
  let currentCircle: SceneCircle | null = null;
  let isLoaded = false;
  const drawCircle = () => showCircle(map, currentCircle, colours.chosen);
  map.on('load', () => {
    isLoaded = true;
    addTrack(map, track, colours, colourBySpeed);
    drawCircle();
  });

  let isCarShown = false;
  const placeCar = (pose: Pose | undefined) => {
    if (pose) car.setLngLat([...pose.at]).setRotation(pose.heading);
    // The car's marker is added only when it appears, not at every step of the clock. MapLibre removes a shown marker
    // before it adds the marker again.
    if (pose && !isCarShown) car.addTo(map);
    if (!pose && isCarShown) car.remove();
    isCarShown = pose !== undefined;
  };
  let shownMarkers: readonly Marker[] = [];
  const showMarks = (marks: readonly SceneMark[], onMark?: (id: number) => void) => {
    for (const marker of shownMarkers) marker.remove();
    shownMarkers = marks.map(({ id, kind, at, label, isSelected }) =>
      addMark(kind, at, isSelected ? colours.chosen : colours.mark, label, onMark && (() => onMark(id))),
    );
  };
  let circleMarker: Marker | undefined;
  const placeCircle = (newCircle: SceneCircle | null) => {
    circleMarker?.remove();
    circleMarker = newCircle ? addMark('place', newCircle.at, colours.chosen, labels.place) : undefined;
    currentCircle = newCircle;
    // `map.loaded()` cannot be used here. It returns false while the previous circle is drawn, and no second `load`
    // event follows.
    if (isLoaded) drawCircle();
  };
  const fitTrack = () => showBox(boundsOf(allPoints));
  return { map, whenDrawn, fitFocus: fitPoints, fitTrack, zoomBy, placeCar, showMarks, placeCircle };
};
export type TrackMapView = Awaited<ReturnType<typeof createTrackMap>>;
