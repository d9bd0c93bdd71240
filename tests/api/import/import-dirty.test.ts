import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CleanSheet, largeSheets, smallSheets } from '../../support/clean-sheets.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type FaultyRow, mistakes, rowsWithMistakes } from '../../support/file-mistakes.ts'
import { importDesk, insert } from '../../support/imports.ts'

type Values = Readonly<Record<string, string>>

/** Each faulty row is placed between two clean ones, so that an effect on its neighbours is noticed. */
function spoiledSheet({ columns, key, row }: (typeof largeSheets)[number]) {
  const spoiled = rowsWithMistakes(columns, n => row(2 * n + 1))
  const clean = Array.from({ length: 2 * spoiled.length + 1 }, (_, n) => row(n))
  const twice: FaultyRow = {
    what: `the key of the row before once more in ${key[0]}`,
    ...{ outcome: 'REFUSED', codes: ['DUPLICATE_IN_FILE'], column: key[0]!, row: clean.at(-1)! },
  }
  // The heading is the first row of a sheet.
  const byRow = new Map([...spoiled.map((one, n) => [2 * n + 3, one] as const), [clean.length + 2, twice]])
  const dirty = clean.map((values, n) => byRow.get(n + 2)?.row ?? values)
  return { clean, dirty: [...dirty, twice.row], byRow }
}

const sheets = largeSheets.map(sheet => ({ sheet, ...spoiledSheet(sheet) }))

describe('files with mistakes in them', () => {
  let database: TestDatabase
  let desk: Awaited<ReturnType<typeof importDesk>>
  /** The unexpected verdicts of a file, checked first without and then with its clean rows in the database. */
  const scored = new Map<string, { asNew: string[]; asKnown: string[] }>()

  const bring = ({ path, origin }: CleanSheet, rows: readonly Values[], commit = false) =>
    desk.bring(path, stringify([...rows], { header: true }), {
      origin,
      onError: commit ? 'ALL_OR_NOTHING' : 'SKIP_BAD_ROWS',
      commit,
    })

  async function bringClean(sheet: CleanSheet, rows: readonly Values[]) {
    const job = await bring(sheet, rows, true)
    expect([sheet.path, job.status, job.errorText, await desk.errorsOf(job)]).toEqual([sheet.path, 'DONE', null, []])
    expect([sheet.path, job.rowsNew]).toEqual([sheet.path, rows.length])
  }

  beforeAll(async () => {
    database = await freshDatabase()
    desk = await importDesk(database.db, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER'])
    await insert(
      database.db,
      'channel',
      ['10', '11'].map(code => ({ code, name: `Channel ${code}` })),
    )
    for (const sheet of smallSheets)
      await bringClean(
        sheet,
        Array.from({ length: sheet.rows }, (_, n) => sheet.row(n)),
      )
    for (const { sheet, clean, dirty, byRow } of sheets) {
      const asNew = await score(sheet, dirty, byRow, 'NEW')
      await bringClean(sheet, clean)
      const asKnown = await score(sheet, dirty, byRow, 'SAME')
      scored.set(sheet.path, { asNew, asKnown })
    }
  })

  afterAll(async () => {
    desk?.close()
    await database?.close()
  })

  /**
   * With the clean rows in the database, a row that was read exactly as it was meant changes nothing; so a row that is
   * neither refused nor unchanged was read as something else.
   */
  async function score(
    sheet: CleanSheet,
    rows: readonly Values[],
    byRow: ReadonlyMap<number, FaultyRow>,
    good: 'NEW' | 'SAME',
  ): Promise<string[]> {
    const job = await bring(sheet, rows)
    if (job.status !== 'VALIDATED') return [`${job.status}: ${job.errorText}`]
    const refused = Map.groupBy(await desk.errorsOf(job), ({ rowNo }) => rowNo)
    const wrong: string[] = []
    for (const [rowNo, errors] of refused) {
      const one = byRow.get(rowNo)
      const said = errors.map(({ columnName, errorCode, message }) => `${columnName}: ${errorCode} (${message})`).join()
      if (!one || one.outcome === 'READ')
        wrong.push(`row ${rowNo} is right but refused: ${one?.what ?? 'clean'} ${said}`)
      else if (!errors.some(error => error.columnName === one.column && one.codes.includes(error.errorCode)))
        wrong.push(`row ${rowNo} ${one.what} is refused for something else: ${said}`)
    }
    for (const [rowNo, { outcome, what }] of byRow)
      if (outcome === 'REFUSED' && !refused.has(rowNo)) wrong.push(`row ${rowNo} is taken: ${what}`)
    const [right, counted] = [job.rowsTotal - refused.size, good === 'NEW' ? job.rowsNew : job.rowsSame]
    expect(job.rowsTotal).toBe(rows.length)
    if (counted !== right) wrong.push(`${right - counted} rows were read as something else`)
    return wrong
  }

  it.each(largeSheets)('$path: every mistake is reported, and no correct cell is refused', ({ path }) => {
    expect(scored.get(path)!.asNew).toEqual([])
  })

  it.each(largeSheets)('$path: every accepted cell is read exactly as it was meant', ({ path }) => {
    expect(scored.get(path)!.asKnown).toEqual([])
  })

  it('contain every kind of mistake in some cell, hundreds in all', () => {
    const made = sheets.flatMap(({ byRow }) => [...byRow.values()].map(({ what }) => what.split(' in ')[0]))
    expect(new Set(made)).toEqual(
      new Set([...mistakes.map(({ name }) => name.split(' in ')[0]), 'the key of the row before once more']),
    )
    expect(made.length).toBeGreaterThan(300)
  })
})
