import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../api/platform/config.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { importDesk, insert } from '../../support/imports.ts'
import { scratchFolder } from '../../support/mariadb.ts'

const data = process.env.BILTY_DATA ? resolve(root, process.env.BILTY_DATA) : resolve(root, '..', 'shared', 'data')
const generator = join(data, 'generate.mjs')
if (!existsSync(generator))
  console.warn(`SKIPPED: no data pack at ${data} (set BILTY_DATA): dirty import files are not tested.`)

/** One corrupted row, as the generator writes it down. */
interface Corruption {
  file: string
  sheet_row: number
  corruption: string
  column: string
  value: string
  expect: 'ERROR' | 'NORMALISE' | 'NOT_SILENT'
  error_code: string | null
  accept_also: string[] | null
}

/** The files in the order in which they refer to each other, each with the resource it is for. */
const FILES = [
  ['ref/zones', 'settings/zone'],
  ['ref/zone_areas', 'masters/zone-area'],
  ['ref/states', 'masters/state'],
  ['ref/cities', 'masters/state-city'],
  ['ref/sbus', 'masters/sbu'],
  ['ref/nids', 'masters/nid'],
  ['ref/mvgrs', 'masters/mvgr'],
  ['ref/material_pricing_groups', 'masters/material-pricing-group'],
  ['products', 'masters/products'],
  ['product_flags', 'masters/products'],
  ['customers', 'access-control/customer'],
  ['ship_tos', 'access-control/ship-to'],
  ['product_prices', 'settings/product-price'],
  ['customer_ship_to_product_prices', 'masters/cust-shipto-prod-price'],
] as const
/** Resources SAP keeps columns of: their files come with SAP's word. */
const SAP = new Set(['masters/products', 'access-control/customer', 'access-control/ship-to', 'settings/product-price'])
const DIRTY = FILES.map(([file]) => file).filter(file => !file.startsWith('ref/'))

describe.skipIf(!existsSync(generator))('files with mistakes in them', () => {
  let database: TestDatabase
  let desk: Awaited<ReturnType<typeof importDesk>>
  let folder: string
  let corruptions: Corruption[]
  const scored = new Map<string, { asNew: string[]; asKnown: string[] }>()

  const read = (set: string, file: string) => readFileSync(join(folder, set, `${file}.csv`), 'utf8')
  const bring = (set: string, file: string, path: string, commit = false) =>
    desk.bring(path, read(set, file), {
      origin: SAP.has(path) ? 'SAP' : 'PORTAL',
      onError: commit ? 'ALL_OR_NOTHING' : 'SKIP_BAD_ROWS',
      commit,
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(scratchFolder(), 'bilty-dirty-'))
    generate('clean', 0)
    generate('dirty', 30)
    corruptions = JSON.parse(readFileSync(join(folder, 'dirty', 'errors.json'), 'utf8'))
    database = await freshDatabase()
    desk = await importDesk(database.db, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER'])
    await insert(
      database.db,
      'channel',
      ['10', '11', '12', '13'].map(code => ({ code, name: `Channel ${code}` })),
    )
    const segments = ['PHARMA', 'BIOTECH', 'ACADEMIA', 'GOVT', 'FOOD', 'DEALER', 'OTHER']
    await insert(
      database.db,
      'customer-segment',
      segments.map(code => ({ code, name: code })),
    )
    for (const [file, path] of FILES) {
      const isDirty = DIRTY.includes(file)
      const asNew = isDirty ? await score(file, path, 'NEW') : []
      const clean = await bring('clean', file, path, true)
      if (clean.status !== 'DONE')
        throw new Error(
          `${file}: ${clean.status} ${clean.errorText} ${JSON.stringify((await desk.errorsOf(clean)).slice(0, 5))}`,
        )
      const asKnown = isDirty ? await score(file, path, 'SAME') : []
      scored.set(file, { asNew, asKnown })
    }
  })

  afterAll(async () => {
    desk?.close()
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function generate(set: string, dirty: number) {
    const sizes = [
      '--customers',
      '60',
      '--products',
      '250',
      '--prices',
      '1500',
      '--seed',
      '7',
      '--dirty',
      String(dirty),
    ]
    const { status, stderr } = spawnSync(process.execPath, [generator, ...sizes, '--out', join(folder, set)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
  }

  /**
   * What is not as it should be when a dirty file is checked. With the clean rows standing, a row that was read exactly
   * as it was meant changes nothing; so a row that is neither refused nor unchanged was read as something else.
   */
  async function score(file: string, path: string, good: 'NEW' | 'SAME'): Promise<string[]> {
    const job = await bring('dirty', file, path)
    const wrong: string[] = []
    if (job.status !== 'VALIDATED') return [`${job.status}: ${job.errorText}`]
    const byRow = Map.groupBy(await desk.errorsOf(job), ({ rowNo }) => rowNo)
    const known = new Map(corruptions.filter(one => one.file === `${file}.csv`).map(one => [one.sheet_row, one]))
    for (const [rowNo, errors] of byRow) {
      // A right row may name a wrong one of the same file as its substitute, and then cannot stand without it.
      if (good === 'NEW' && errors.every(({ message }) => message.endsWith('that is refused itself'))) continue
      const one = known.get(rowNo)
      const told = errors
        .map(({ errorCode, columnName, message }) => `${columnName}: ${errorCode} (${message})`)
        .join(', ')
      if (!one || one.expect === 'NORMALISE')
        wrong.push(`row ${rowNo} is right but refused: ${one?.corruption ?? 'clean'} ${told}`)
      else if (one.expect === 'ERROR' && !errors.some(error => fits(one, error)))
        wrong.push(`row ${rowNo} ${one.corruption} of ${one.column} «${one.value}»: ${told}`)
      else if (one.expect === 'NOT_SILENT' && !errors.some(({ columnName }) => columnName === one.column))
        wrong.push(`row ${rowNo} ${one.corruption}: ${told}`)
    }
    for (const one of known.values()) {
      if (one.expect === 'ERROR' && !byRow.has(one.sheet_row))
        wrong.push(`row ${one.sheet_row} is taken: ${one.corruption} of ${one.column} «${one.value}»`)
    }
    // The second row of a doubled key is refused, so the first must be the good one; all others are read as they were meant.
    const counted = good === 'NEW' ? job.rowsNew : job.rowsSame
    if (file !== 'product_flags' && counted !== job.rowsTotal - byRow.size)
      wrong.push(`${job.rowsTotal - byRow.size - counted} rows were read as something else`)
    return wrong
  }

  const fits = (one: Corruption, error: { columnName: string; errorCode: string }) =>
    error.columnName === one.column && [one.error_code, ...(one.accept_also ?? [])].includes(error.errorCode)

  it.each(DIRTY)('%s: every mistake is told, and nothing that is right is refused', file => {
    expect(scored.get(file)!.asNew).toEqual([])
  })

  it.each(DIRTY)('%s: what is not refused is read exactly as it was meant', file => {
    expect(scored.get(file)!.asKnown).toEqual([])
  })

  it('tried every kind of mistake that the generator makes', () => {
    expect(new Set(corruptions.map(({ corruption }) => corruption)).size).toBeGreaterThan(15)
    expect(readdirSync(join(folder, 'clean', 'ref')).length).toBe(8)
  })
})
