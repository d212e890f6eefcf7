// Schemes of motion as people call them, each with a line on what it is; the words of the scene format are their keys. What each one does:
// engine/README.md.

export type SchemeName = { readonly name: string; readonly words: string };

export const schemeNames = {
  automatic: { name: 'automatic', words: 'symplectic splitting of order 4, the scheme of this simulator' },
  explicitEuler: { name: 'explicit Euler', words: 'adds hω̃A to the rotation matrix, which stretches; gains energy' },
  explicitEulerGramSchmidt: {
    name: 'explicit Euler, Gram–Schmidt',
    words: 'makes the matrix a rotation again after each step; still gains energy',
  },
  rungeKutta4: { name: 'Runge–Kutta 4', words: 'four slopes in each step; accurate for a long time, then it drifts' },
  semiImplicitEuler: { name: 'semi-implicit Euler', words: 'new velocities first, then positions with them; stable, of first order' },
  semiImplicitEulerNoGyro: { name: 'semi-implicit Euler, no gyroscopic term', words: 'leaves out ω × Iω: no racket turns over' },
  midpoint: { name: 'midpoint', words: 'the slope in the middle of the step (Runge 1895); of second order' },
  splitting2: { name: 'symplectic splitting, order 2', words: 'turns about one principal axis after another; keeps L to the last digit' },
  splitting4: { name: 'symplectic splitting, order 4', words: 'three of the second order in a row, whose errors cancel' },
  exact: { name: 'exact', words: "Jacobi's elliptic functions: the closed form of free rotation" },
  eulerAngles: { name: 'Euler angles', words: 'keeps yaw, pitch and roll, which lock at a pitch of 90°' },
} as const satisfies Readonly<Record<string, SchemeName>>;

export type MotionScheme = keyof typeof schemeNames;
export const motionSchemes = Object.keys(schemeNames) as readonly MotionScheme[];

/** A word of the scene format as people say it: schemes by their names, others as they are. */
export const wordFor = (word: string): string => (word in schemeNames ? schemeNames[word as MotionScheme].name : word);

/** What a scheme is, in a line; nothing for other words. */
export const lineFor = (word: string): string => (word in schemeNames ? schemeNames[word as MotionScheme].words : '');
