import type { Knex } from 'knex'
import type { Config } from './config.ts'
import { isSqlite } from './database.ts'
import { limitStatements, type MysqlConnection, noteSilence } from './knex/mysql-client.ts'
import type { Log } from './log.ts'
import { keepFlowing } from './sqlite/sqlite-client.ts'
import { StatementTimes } from './sqlite/statement-times.ts'

/** Milliseconds: the pause between two questions, and after one without an answer. */
const PAUSE = 1_000
const PAUSE_AFTER_MISS = 200
/** Milliseconds that one answer may take, and the steps in which they are counted. */
const ANSWER = 1_000
const STEPS = 10
/** Milliseconds without an answer, and at least so many questions, after which the database counts as out of reach. */
const SILENT_AFTER = 2_500
const FEWEST_MISSES = 2
/** Milliseconds that a statement of a request may take. */
const STATEMENT = 4_000

/** Watches whether the database answers. */
export interface DatabaseWatch {
  /** Asks it now, for at most a second: the reason why it does not answer, or null. */
  ask(): Promise<string | null>
  /** How long statements hold the process; of an embedded database. */
  times?: StatementTimes
  stop(): Promise<void>
}

/**
 * Asks the database every second, on a connection of its own, whether it is there. When it is silent for three seconds,
 * requests that wait for it fail with 503 instead of hanging, and new ones at once, until it answers again; statements are
 * limited to four seconds. Of an embedded database what takes long is read on threads beside.
 */
export function watchDatabase(db: Knex, log: Log, { environment }: Pick<Config, 'environment'>): DatabaseWatch {
  // No test fails because the machine is busy: there a limit only ends what hangs.
  const patience = environment === 'test' ? 10 * STATEMENT : STATEMENT
  if (isSqlite(db)) return watchFile(db, log, patience)
  limitStatements(db, patience)
  const client = db.client as { connectAside(): Promise<MysqlConnection> }
  let connection: MysqlConnection | undefined
  let heardAt = performance.now()
  let misses = 0
  let stopped = false
  let asking: Promise<string | null> | undefined
  let timer: NodeJS.Timeout

  const connect = async () => {
    const newConnection = await client.connectAside()
    // A watch keeps no process alive.
    newConnection.stream.unref()
    if (connection || stopped) newConnection.stream.destroy()
    else connection = newConnection
    return newConnection
  }
  const question = async () => {
    await ping(connection ?? (await connect()))
  }
  const ask = () => {
    asking ??= reason(question()).then(why => {
      asking = undefined
      note(why)
      return why
    })
    return asking
  }
  const note = (why: string | null) => {
    if (why === null) {
      if (misses >= FEWEST_MISSES) log.warn('The database answers again')
      noteSilence(db, null)
      heardAt = performance.now()
      misses = 0
      return
    }
    connection?.stream.destroy()
    connection = undefined
    misses += 1
    if (misses < FEWEST_MISSES || performance.now() - heardAt < SILENT_AFTER) return
    if (misses === FEWEST_MISSES) log.error({ why }, 'The database is out of reach')
    noteSilence(db, why)
  }
  const next = () => {
    timer = setTimeout(
      async () => {
        await ask()
        if (!stopped) next()
      },
      misses > 0 ? PAUSE_AFTER_MISS : PAUSE,
    ).unref()
  }
  next()
  return {
    ask,
    async stop() {
      stopped = true
      clearTimeout(timer)
      connection?.stream.destroy()
    },
  }
}

/** An embedded database is always there; what takes long is read on threads beside. */
function watchFile(db: Knex, log: Log, patience: number): DatabaseWatch {
  const times = new StatementTimes(log)
  const stop = keepFlowing(db, { times, patience })
  return { ask: () => reason(db.raw('select 1').then(() => undefined)), times, stop }
}

const ping = (connection: MysqlConnection) =>
  new Promise<void>((resolve, reject) =>
    connection.query({ sql: 'select 1' }, error => (error ? reject(error) : resolve())),
  )

const SILENCE = 'The database does not answer'

/** Why an answer does not come, in a sentence, after a second at most. */
function reason(answer: Promise<void>): Promise<string | null> {
  return new Promise(resolve => {
    let steps = 0
    // However long this process itself was busy, that is one step: the answer may lie there unread.
    const limit = setInterval(() => {
      steps += 1
      if (steps < STEPS) return
      clearInterval(limit)
      resolve(SILENCE)
    }, ANSWER / STEPS)
    answer
      .then(
        () => resolve(null),
        error => resolve(REASONS[(error as { code?: string }).code ?? ''] ?? SILENCE),
      )
      .finally(() => clearInterval(limit))
  })
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The database is not running: nothing answers at its address',
  ECONNRESET: 'The database breaks off the connection',
  PROTOCOL_CONNECTION_LOST: 'The database breaks off the connection',
  ENOTFOUND: 'The host of the database is not known',
  ER_CON_COUNT_ERROR: 'The database accepts no more connections',
  ER_ACCESS_DENIED_ERROR: 'The database refuses the user or password of the portal',
}
