// The colours of the stage, light and dark. The ground fades into the background, which is
// the paper of the page.

export type StageTheme = {
  readonly isDark: boolean;
  readonly paper: string; // the background, as in styles/tokens.css
  readonly skyLight: string;
  readonly groundLight: string;
  readonly ambient: number;
  readonly sun: string;
  readonly sunStrength: number;
  readonly floor: string;
  readonly floorStrength: number;
  readonly grid: string;
  readonly gridStrength: number;
  readonly paperLine: string; // of graph paper
  readonly shadow: string;
  readonly shadowStrength: number;
  readonly halo: string; // behind arrows, so that they stand out from bodies of any colour
  readonly ink: string; // outline of the selected body
};

// Strengths of lights: pi makes a matt surface that faces the light as bright as its own colour.
export const lightTheme: StageTheme = {
  isDark: false,
  paper: '#f6f3ec',
  skyLight: '#ffffff',
  groundLight: '#d8cbb8',
  ambient: 1.75,
  sun: '#fff6e6',
  sunStrength: 2.1,
  floor: '#e5dfd2',
  floorStrength: 1,
  grid: '#8f8878',
  gridStrength: 0.22,
  paperLine: '#3c7a96',
  shadow: '#4b4438',
  shadowStrength: 0.34,
  halo: '#fbf9f4',
  ink: '#24211c',
};

export const darkTheme: StageTheme = {
  isDark: true,
  paper: '#171b21',
  skyLight: '#cdd9f0',
  groundLight: '#2b3038',
  ambient: 1.6,
  sun: '#fff1dc',
  sunStrength: 2.1,
  floor: '#252932',
  floorStrength: 1,
  grid: '#9fb0c8',
  gridStrength: 0.13,
  paperLine: '#86b7cf',
  shadow: '#05070a',
  shadowStrength: 0.6,
  halo: '#14171c',
  ink: '#f2f4f8',
};
