import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import { sentencesOf } from '../../../resources/dispatches/eway/portal-errors.ts'
import { mayNamePortal } from '../../../resources/dispatches/eway/portal-hosts.ts'
import type { EwayAccount } from '../../../resources/settings/eway-account.ts'
import { ewayAccount } from '../../../resources/settings/eway-account.ts'
import type { Means } from '../../derive/define-room.ts'
import type { BeforeAction, RowCheck } from '../../derive/extend.ts'
import { changesAny, isSettled } from '../../derive/save/candidate.ts'
import { ConfigError } from '../../platform/config.ts'
import { isProduction, moreEwayHosts } from '../../platform/environment.ts'
import { refused, unavailable } from '../../platform/errors.ts'
import type { Simulators } from '../../platform/simulators.ts'
import { onCall } from './enqueue.ts'
import { makeDueCalls } from './make-calls.ts'
import { type AccountMeans, openEwayAccount } from './open-account.ts'
import { withPortal } from './session.ts'

const EVERY_MS = 5_000
const connected = new WeakMap<Knex, AccountMeans>()

/** Calls the e-way portal: when this process wrote a call, and every few seconds. */
export function ewayCaller({ config, db, log, byTimer }: Means) {
  let running: Promise<boolean> | null = null
  let timer: NodeJS.Timeout | undefined
  let deaf = () => {}
  let stopping = false
  const drain = () => {
    const means = connected.get(db)
    if (stopping || !means) return Promise.resolve(false)
    running ??= makeDueCalls(db, means)
      .catch(error => {
        log.error({ err: error }, 'The calls of the e-way portal could not be made')
        return false
      })
      .finally(() => {
        running = null
      })
    return running
  }
  return {
    start(simulators: Simulators | null) {
      connected.set(db, { ...config, simulators })
      if (!byTimer) return
      timer = setInterval(() => void drain(), EVERY_MS).unref()
      deaf = onCall(() => void drain())
      void drain()
    },
    async runDue() {
      await running
      return drain()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      deaf()
      await running
    },
  }
}

/** Signs an account in once. Throws 503 or 422 with a sentence where it cannot. */
export const tryAccount: BeforeAction = async (db, { rows }) => {
  const account = rows[0] as EwayAccount
  const means = connected.get(db)
  if (!means) throw unavailable('The e-way portal is not connected yet: try again in a moment')
  let opened: ReturnType<typeof openEwayAccount>
  try {
    opened = openEwayAccount(means, account)
  } catch (error) {
    if (error instanceof ConfigError) throw unavailable(error.message)
    throw error
  }
  const answer = await withPortal(db, opened, means.secret, portal => portal.signedIn(true))
  if (answer === null) throw unavailable('The portal is being called, or asked to wait: try again in a few minutes')
  if (!('is' in answer)) return null
  const message = answer.is === 'REFUSED' ? sentencesOf(answer.codes) : `${answer.why}.`
  throw refused([{ field: '', code: 'NOT_ALLOWED_STATE', message }])
}

/** Addresses of an account are of NIC or of the GSP that the environment names. */
export const checkEwayAccounts: RowCheck = async (_db, candidates) => {
  const around = { isProduction: isProduction(), ewayHosts: moreEwayHosts() }
  for (const candidate of candidates)
    for (const name of ['address', 'irnAddress'] as const) {
      const value = candidate.row[name] as string | null
      if (value === null || !isSettled(candidate, name) || !changesAny(candidate, name) || mayNamePortal(value, around))
        continue
      const message = `${labelOf(name, ewayAccount.fields[name])} is no host of NIC: correct it, or have the IT administrator add it to EWAY_HOSTS`
      candidate.faults.push({ field: name, code: 'NOT_ALLOWED', message })
    }
}
