/** The named columns of a row only. */
export const pick = <R extends object, N extends keyof R>(row: R, names: readonly N[]) =>
  Object.fromEntries(names.map(name => [name, row[name]])) as Pick<R, N>

/** The columns of a row whose name passes, and the others. */
export function divide<R extends object>(row: R, passes: (name: string) => boolean): readonly [passing: R, others: R] {
  const of = (wanted: boolean) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => passes(name) === wanted)) as R
  return [of(true), of(false)]
}
