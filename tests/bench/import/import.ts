import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { prepareDatabase } from '../../../api/prepare.ts'
import { atMost, type Figure, timesBare, told } from '../figure.ts'
import { type Answering, memoryOf, signIn, startOurs } from '../processes.ts'
import { fillProducts } from '../rows.ts'
import { openBare } from './import-bare.ts'
import { fileText, makeAddresses, type PriceKeys, priceKeys } from './import-rows.ts'
import { measureImportSize } from './import-size.ts'
import { forgetMost, sendFile, takeStep, until } from './import-steps.ts'

const FILES = 5
const ROWS = 20_000
const PRODUCTS = 5_000

/**
 * The import of 100,000 agreed prices, in five files of the maximum size: checked and saved with
 * history, against a bare multi-row insert of the same rows and history; and the memory that the portal used.
 */
export async function measureImport(
  databaseUrl: string,
  bareUrl: string,
  home: string,
  say: (figure: Figure) => void,
): Promise<Figure[]> {
  const keys = await makeDatabase(databaseUrl, bareUrl, home)
  const bare = await openBare(bareUrl, keys)
  const ours = await startOurs(databaseUrl, home)
  try {
    const token = await signIn(ours.url, 'pricing_approver')
    const spent = { check: 0, commit: 0, bare: 0 }
    const idle = memoryOf(ours.pid).now
    forgetMost(ours.pid)
    for (let file = 0; file < FILES; file++) {
      const took = await importFile(ours, token, fileText(keys, file * ROWS, ROWS), file)
      spent.check += took.check
      spent.commit += took.commit
      // Alternately, so that other load of the machine affects both.
      spent.bare += await bare.insert(file * ROWS, ROWS)
    }
    const rows = FILES * ROWS
    const dryRun = `${told(rows / spent.check)} rows/s`
    const figures = [
      timesBare(
        `import of 100,000 prices, checked, with history (dry run ${dryRun})`,
        rows / spent.bare,
        rows / spent.commit,
        0.35,
        'rows/s',
      ),
      atMost(
        `most memory of the portal while it imports (idle ${Math.round(idle)} MB)`,
        memoryOf(ours.pid).most,
        300,
        'MB',
      ),
    ]
    for (const figure of figures) say(figure)
    return figures
  } finally {
    await bare.end()
    await ours.stop()
  }
}

/** The demo company with enough products and addresses; a copy of it for the bare driver. */
async function makeDatabase(databaseUrl: string, bareUrl: string, home: string): Promise<PriceKeys> {
  const prepare = async (url: string) => {
    const db = await prepareDatabase(
      readConfig({ DATABASE_URL: url, BILTY_HOME: home }),
      createLog({ logLevel: 'warn' }),
    )
    await fillProducts(db, PRODUCTS)
    await makeAddresses(db)
    const keys = await priceKeys(db)
    if (url.startsWith('sqlite:')) await db.raw('PRAGMA wal_checkpoint(TRUNCATE)')
    await db.destroy()
    return keys
  }
  const keys = await prepare(databaseUrl)
  if (databaseUrl.startsWith('sqlite:')) copyFileSync(databaseUrl.slice(7), bareUrl.slice(7))
  else await prepare(bareUrl)
  return keys
}

async function importFile({ url }: Answering, token: string, text: string, file: number) {
  const sent = performance.now()
  const { id } = await sendFile(url, token, text, `prices-${file}.csv`)
  const checked = await until(url, token, id, 'VALIDATED')
  const began = performance.now()
  await takeStep(url, token, { importId: id, step: 'commit' })
  const done = await until(url, token, id, 'DONE')
  if (done.rowsNew !== ROWS) throw new Error(`Only ${done.rowsNew} rows were new`)
  return { check: (checked.at - sent) / 1000, commit: (done.at - began) / 1000 }
}

if (import.meta.main) {
  const home = mkdtempSync(join(tmpdir(), 'bilty-bench-'))
  const at = (name: string) => `sqlite:${join(home, `${name}.sqlite`)}`
  const say = ({ title, ours, bare, ratio, goal, reached }: Figure) =>
    console.log(`${reached ? 'ok' : 'NO'}  ${title}: ${ours}, bare ${bare || '—'}, ratio ${ratio || '—'}, goal ${goal}`)
  try {
    await measureImport(at('ours'), at('bare'), home, say)
    await measureImportSize(at('size'), home, say)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
