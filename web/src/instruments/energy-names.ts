// Symbol and name of each energy, of a body and of all bodies together: of motion, of rotation, potential, total.
export const energyNames = [
  ['Eₗ', 'energy of motion'],
  ['Eᵣ', 'energy of rotation'],
  ['Eₚ', 'potential energy'],
  ['E', 'total energy'],
] as const;
