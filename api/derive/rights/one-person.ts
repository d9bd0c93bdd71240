import type { Knex } from 'knex'

/** Returns whether two of these logins belong to one person: the same login, or logins of the same employee. */
export async function onePersonOf(
  db: Knex,
  logins: readonly (number | null)[],
): Promise<(first: number | null, second: number | null) => boolean> {
  const ids = [...new Set(logins.filter(id => id !== null))]
  const rows: { id: number; employeeId: number | null }[] = await db('user')
    .whereIn('id', ids)
    .select('id', 'employeeId')
  const employees = new Map(rows.map(({ id, employeeId }) => [id, employeeId]))
  const employeeOf = (id: number) => employees.get(id) ?? null
  return (first, second) =>
    first !== null &&
    second !== null &&
    (first === second || (employeeOf(first) !== null && employeeOf(first) === employeeOf(second)))
}
