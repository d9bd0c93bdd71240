import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { readableAmong } from '../rights/readable-among.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import { keyCodesOf } from './key-codes.ts'

type Reader = Pick<Author, 'id'>

/**
 * What people call rows, by their ids: `LS-1001 Methanol`, `100101 / LS-1001 from 01-04-2026`. Rows that the author of a
 * change may not read have no name.
 */
export async function rowNames(
  db: Knex,
  resource: Resource,
  rows: readonly StoredRow[],
  author: Reader,
): Promise<ReadonlyMap<number, string>> {
  const texts = resource.display.every(name => resource.fields[name]!.kind === 'text') ? resource.display : undefined
  const columns = [...(texts ?? resource.key), ...(resource.dated ? ['validFrom'] : [])]
  const ids = rows.map(({ id }) => id)
  const readable = await readableAmong(db, resource, ids, author, columns)
  const named = rows.filter(({ id }) => readable.has(id))
  const codes = texts ? undefined : await keyCodesOf(db, resource, named)
  return new Map(
    named.map(row => {
      const name = codes ? codes.get(row)! : texts!.flatMap(text => row[text] ?? []).join(' ')
      return [row.id, resource.dated ? `${name} from ${dayText(String(row.validFrom))}` : name]
    }),
  )
}

/** What people call these rows; see `rowNames`. */
export async function namesById(db: Knex, resource: Resource, ids: readonly number[], author: Reader) {
  const rows: Record<string, unknown>[] = ids.length > 0 ? await db(tableOf(resource)).whereIn('id', [...ids]) : []
  return rowNames(
    db,
    resource,
    rows.map(row => decodeRow(resource, row) as StoredRow),
    author,
  )
}

/** The name of a row at the beginning of a sentence; `This employee` for one that may not be named. */
export const nameOrKind = (names: ReadonlyMap<number, string>, { one }: Resource, id: number): string =>
  names.get(id) ?? `This ${one}`

/** The person whom a column of a row names, as far as the author of a change may read it. */
export async function personIn(
  db: Knex,
  resource: Resource,
  row: StoredRow,
  column: string,
  author: Reader,
): Promise<string> {
  if (typeof row[column] !== 'number') return 'The portal'
  const readable = await readableAmong(db, resource, [row.id], author, [column])
  const login = readable.has(row.id) ? await db('user').where('id', row[column]).first('name') : undefined
  return login?.name ?? 'Another person'
}
