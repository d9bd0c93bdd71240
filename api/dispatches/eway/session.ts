import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type EwaySession, ewaySession } from '../../../resources/dispatches/eway/eway-session.ts'
import { sentencesOf } from '../../../resources/dispatches/eway/portal-errors.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { claim, type Held, settle, type Work, whileHeld } from '../../platform/work/claim.ts'
import type { OpenAccount } from './open-account.ts'
import { type NotDone, type Portal, portalOf, type SignIn, signIn } from './portal.ts'

/** The portal takes so many sign-ins in a quarter of an hour; its token is good for six hours. */
const SIGN_INS = 5
const QUARTER_SECONDS = 15 * 60
/** Renewed a little before its end. */
const TOKEN_SECONDS = 350 * 60

const sessions: Work = { table: 'eway_session', seen: ['rowVersion'] }

/** The portal of a GSTIN, which this process alone calls until it lets go. */
export interface HeldPortal {
  /** The portal, signed in; or why not. `renew` signs in anew, where the portal no longer takes the token. */
  signedIn(renew?: boolean): Promise<Portal | NotDone>
  /** Lets nobody call for a while, as the portal asked. */
  pause(seconds: number): Promise<void>
}

/**
 * Does something with the portal of a GSTIN while nobody else calls it: one call at a time, one shared sign-in. Returns null
 * where another process is calling it, or the portal asked to wait.
 */
export async function withPortal<Result>(
  db: Knex,
  account: OpenAccount,
  secret: string,
  doing: (portal: HeldPortal) => Promise<Result>,
): Promise<Result | null> {
  const row = await sessionOf(db, account.gstin)
  if (row.pausedUntil !== null && row.pausedUntil > now()) return null
  const held = await claim(db, sessions, row)
  if (!held) return null
  try {
    return await whileHeld(db, sessions, [held], () => doing(portalHeld(db, account, secret, held)))
  } finally {
    await settle(db, sessions, [held], {})
  }
}

function portalHeld(db: Knex, account: OpenAccount, secret: string, row: EwaySession & Held): HeldPortal {
  let session: EwaySession = row
  const keep = async (changes: Partial<EwaySession>) => {
    session = { ...session, ...changes }
    await db('eway_session')
      .where({ id: row.id })
      .update({ ...changes, updatedAt: now() })
  }
  const open = ({ authToken, sek }: SignIn) => portalOf(account, { authToken, sek })
  return {
    async signedIn(renew = false) {
      const { authToken, sek, validUntil } = session
      if (!renew && authToken !== null && sek !== null && validUntil !== null && validUntil > now()) {
        const token = reveal(authToken, secret)
        if (token !== null) return open({ authToken: token, sek: reveal(sek, secret) ?? '' })
      }
      const isNewQuarter = session.signInsSince === null || session.signInsSince < secondsFromNow(-QUARTER_SECONDS)
      const signInsSince = isNewQuarter ? now() : session.signInsSince!
      const signIns = (isNewQuarter ? 0 : session.signIns) + 1
      if (signIns > SIGN_INS) {
        await keep({ pausedUntil: after(signInsSince, QUARTER_SECONDS) })
        return { is: 'REFUSED', codes: ['118'], httpStatus: 0 }
      }
      await keep({ signIns, signInsSince })
      const answer = await signIn(account)
      if (answer.is !== 'DONE') {
        const problem = answer.is === 'REFUSED' ? sentencesOf(answer.codes) : `${answer.why}.`
        await keep({ problem: problem.slice(0, 500), authToken: null, sek: null, validUntil: null })
        return answer
      }
      const made = answer.signIn!
      await keep({
        authToken: hide(made.authToken, secret),
        sek: hide(made.sek, secret),
        validUntil: secondsFromNow(TOKEN_SECONDS),
        lastOkAt: now(),
        problem: null,
      })
      return open(made)
    },
    pause: seconds => keep({ pausedUntil: secondsFromNow(seconds) }),
  }
}

async function sessionOf(db: Knex, gstin: string): Promise<EwaySession> {
  const find = () => rowsOf(db, ewaySession, rows => rows.where({ gstin }))
  const [known] = await find()
  if (known) return known
  const at = now()
  await db('eway_session')
    .insert({ gstin, signIns: 0, rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null })
    .onConflict()
    .ignore()
  return (await find())[0]!
}

const after = (instant: string, seconds: number) => new Date(Date.parse(instant) + seconds * 1000).toISOString()

const keyOf = (secret: string) => createHash('sha256').update(`e-way sign-in ${secret}`).digest()

/** A sign-in is kept so that only this portal's secret opens it. */
function hide(plain: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** What was hidden; null where another secret hid it. */
function reveal(hidden: string, secret: string): string | null {
  try {
    const bytes = Buffer.from(hidden, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
