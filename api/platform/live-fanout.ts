import type { Knex } from 'knex'
import type { Config } from './config.ts'
import { onChange, type RecordedChange } from './live-changes.ts'
import type { Log } from './log.ts'

const CHANNEL = 'bilty:changes'

/** Hears what this and other processes change, until it is stopped. */
interface Fanout {
  stop(): void
}

/**
 * Calls `hear` at every change in any process of the portal: of this one at once, of the others through Redis where
 * `redisUrl` names one. Without it, or while it does not answer, the screens of the others poll.
 */
export async function subscribeToChanges(
  db: Knex,
  { redisUrl }: Pick<Config, 'redisUrl'>,
  log: Log,
  listener: (change: RecordedChange) => void,
): Promise<Fanout> {
  const redis = redisUrl ? await connect(redisUrl, log, listener) : null
  const stopListening = onChange(db, change => {
    listener(change)
    redis?.tell(change)
  })
  return {
    stop() {
      stopListening()
      redis?.stop()
    },
  }
}

async function connect(url: string, log: Log, listener: (change: RecordedChange) => void) {
  const { createClient } = await import('redis')
  const own = crypto.randomUUID()
  const tells = createClient({ url, disableOfflineQueue: true })
  const hears = tells.duplicate()
  for (const client of [tells, hears]) client.on('error', err => log.debug({ err }, 'Redis passes no changes on'))
  void tells.connect().catch(() => undefined)
  void hears
    .connect()
    .then(() =>
      hears.subscribe(CHANNEL, text => {
        const { from, ...change } = JSON.parse(text) as RecordedChange & { from: string }
        if (from !== own) listener(change)
      }),
    )
    .catch(err => log.warn({ err }, 'Changes of other processes are not heard'))
  return {
    tell: (change: RecordedChange) =>
      void tells.publish(CHANNEL, JSON.stringify({ ...change, from: own })).catch(() => undefined),
    stop() {
      tells.destroy()
      hears.destroy()
    },
  }
}
