// The shapes of the benchmark: { type, ...dimensions } in m. Capsules, cylinders and cones are about y and centred; the apex of a cone
// is at +y. `halfHeight` of a capsule is that of the cylinder between its caps.
//   box { half } · sphere { radius } · capsule, cylinder, cone { radius, halfHeight } · hull { vertices }

export const kOctahedron = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

const kGolden = (1 + Math.sqrt(5)) / 2;
/** Of edge length 2. */
export const kIcosahedron = [-1, 1].flatMap((a) =>
  [-kGolden, kGolden].flatMap((b) => [
    [0, a, b],
    [a, b, 0],
    [b, 0, a],
  ]),
);

export const hull = (vertices, size) => ({ type: 'hull', vertices: vertices.map((vertex) => vertex.map((x) => x * size)) });

const kConeSides = 16;

/** The hull that stands for a cone where an engine has none. */
export function coneHull({ radius, halfHeight }) {
  const rim = Array.from({ length: kConeSides }, (_, i) => {
    const angle = (2 * Math.PI * i) / kConeSides;
    return [radius * Math.cos(angle), -halfHeight, radius * Math.sin(angle)];
  });
  return { type: 'hull', vertices: [[0, halfHeight, 0], ...rim] };
}

/** Volume, and moments of inertia of a unit of mass about the centre of mass. */
const massForms = {
  box: ({ half: [x, y, z] }) => ({
    volume: 8 * x * y * z,
    inertia: [(y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3],
  }),
  sphere: ({ radius }) => ({ volume: (4 / 3) * Math.PI * radius ** 3, inertia: Array(3).fill(0.4 * radius * radius) }),
  cylinder: ({ radius, halfHeight }) => {
    const across = radius ** 2 / 4 + halfHeight ** 2 / 3;
    return { volume: 2 * Math.PI * radius ** 2 * halfHeight, inertia: [across, radius ** 2 / 2, across] };
  },
  cone: ({ radius, halfHeight }) => {
    const across = (3 / 20) * (radius ** 2 + halfHeight ** 2);
    return { volume: (2 / 3) * Math.PI * radius ** 2 * halfHeight, inertia: [across, 0.3 * radius ** 2, across] };
  },
  capsule: ({ radius, halfHeight }) => {
    const middle = 2 * Math.PI * radius ** 2 * halfHeight,
      caps = (4 / 3) * Math.PI * radius ** 3,
      volume = middle + caps;
    const along = (middle * radius ** 2) / 2 + caps * 0.4 * radius ** 2;
    const across =
      middle * (radius ** 2 / 4 + halfHeight ** 2 / 3) + caps * (0.4 * radius ** 2 + halfHeight ** 2 + 0.75 * halfHeight * radius);
    return { volume, inertia: [across, along, across].map((moment) => moment / volume) };
  },
};

/** Mass and moments of inertia about the centre of mass, body axes; not of a hull. */
export function massOf(shape, density) {
  const { volume, inertia } = massForms[shape.type](shape);
  return { mass: density * volume, inertia: inertia.map((moment) => density * volume * moment) };
}

/** Of hulls, those that are symmetric to their origin. */
export const centerOfMass = ({ type, halfHeight }) => (type === 'cone' ? [0, -halfHeight / 2, 0] : [0, 0, 0]);

/** How far a shape reaches from its origin along a unit vector of its frame. */
export function reach(shape, [x, y, z]) {
  const { type, radius, halfHeight } = shape;
  if (type === 'box') return shape.half[0] * Math.abs(x) + shape.half[1] * Math.abs(y) + shape.half[2] * Math.abs(z);
  if (type === 'hull') return Math.max(...shape.vertices.map((v) => v[0] * x + v[1] * y + v[2] * z));
  if (type === 'sphere') return radius;
  if (type === 'capsule') return radius + halfHeight * Math.abs(y);
  const rim = radius * Math.hypot(x, z);
  return type === 'cylinder' ? halfHeight * Math.abs(y) + rim : Math.max(halfHeight * y, rim - halfHeight * y);
}
