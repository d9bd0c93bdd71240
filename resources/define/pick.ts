/** The named columns of a row only. */
export const pick = <R extends object, N extends keyof R>(row: R, names: readonly N[]) =>
  Object.fromEntries(names.map(name => [name, row[name]])) as Pick<R, N>
