// Symbol and name of each energy, of a body and of all bodies together: of translation, of rotation, potential, total.
export const energyNames = [
  ['Eₗ', 'kinetic energy of translation'],
  ['Eᵣ', 'kinetic energy of rotation'],
  ['Eₚ', 'potential energy'],
  ['E', 'total energy'],
] as const;
