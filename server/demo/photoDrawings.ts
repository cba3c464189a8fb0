const width = 960;
const height = 720;

const scene = (sky: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <rect width="960" height="330" fill="${sky}"/><rect y="330" width="960" height="390" fill="#5a6068"/>
    <path d="M0 330H960V352H0Z" fill="#8b8f8a"/><path d="M70 640H330M430 640H690M790 640H960" stroke="#d9dcdf" stroke-width="12"/>
    ${inside}</svg>`;

const car = (body: string, at: string, tailgate: string): string =>
  `<g transform="${at}"><ellipse cx="300" cy="322" rx="310" ry="26" fill="#30353b"/>
    <path d="M70 60Q90 0 150 0H450Q510 0 530 60L560 150V280Q560 300 540 300H60Q40 300 40 280V150Z" fill="${body}"/>
    <path d="M112 62Q126 26 158 26H442Q474 26 488 62L502 128H98Z" fill="#27313c"/>
    <rect x="60" y="150" width="92" height="44" rx="8" fill="#b3232b"/><rect x="448" y="150" width="92" height="44" rx="8" fill="#b3232b"/>
    <rect x="40" y="226" width="520" height="66" rx="14" fill="#22272d"/><rect x="232" y="160" width="136" height="32" fill="#f4f4ee"/>
    <rect x="72" y="290" width="74" height="42" rx="10" fill="#15181c"/><rect x="454" y="290" width="74" height="42" rx="10" fill="#15181c"/>
    ${tailgate}</g>`;

const dent = `<path d="M372 292L396 232L432 262L470 222L508 268L560 240V292Z" fill="#0f1215"/>
  <path d="M380 228L420 210L452 226L500 204" stroke="#d7dbe0" stroke-width="4" fill="none"/>
  <path d="M450 152L476 176L462 192M500 150L492 194" stroke="#f2d4d5" stroke-width="4" fill="none"/>`;

/** Drawings instead of photographs, so that they show no real car and no real plate. */
export const photoDrawings = {
  place: scene(
    '#c3d3e0',
    `<rect x="40" y="120" width="190" height="210" fill="#a9a296"/><rect x="700" y="80" width="220" height="250" fill="#98928a"/>
     ${car('#d5d9dc', 'translate(330 190) scale(.62)', dent)}${car('#39566f', 'translate(30 300) scale(.72)', '')}`,
  ),
  damage: scene('#b8c4cd', car('#d5d9dc', 'translate(-330 90) scale(2)', dent)),
} as const;
