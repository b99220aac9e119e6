/** How an answer names an operator; null: nobody, as in the demo world. */
export const operatorRef = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name }
