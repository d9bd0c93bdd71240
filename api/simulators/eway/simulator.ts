import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Context, Middleware } from 'koa'
import { hmacOf, seal, unseal } from '../../dispatches/eway/ciphers.ts'
import { now } from '../../platform/clock.ts'
import { EWAY_SIMULATOR } from '../../platform/simulators.ts'
import { ewayBooks } from './books.ts'
import * as rules from './rules.ts'

/** The ways in which it can behave; each but `well` holds for the next `times` calls that it meets. */
const ewayModes = {
  well: 'Does as it is asked',
  slow: 'Does nothing and does not answer before the caller gives up',
  dead: 'Drops the connection and does nothing',
  wrong: 'Answers with a page in HTML',
  lost: 'Does as it is asked and drops the connection',
  broken: 'Answers 503',
  refuse: 'Refuses with the given codes',
} as const
type EwayMode = keyof typeof ewayModes

interface Told {
  mode: EwayMode
  times: number
  codes: readonly string[]
  /** Only these actions; all but signing in where none is given. */
  only: readonly string[] | null
}

interface Options {
  /** What accounts sign in with. */
  secret: string
  file: string
  /** Milliseconds after which `slow` drops the connection. */
  lateMs?: number
}

type Said = Readonly<Record<string, unknown>>
interface SignedIn {
  gstin: string
  sek: Buffer
  until: number
}

const TOKEN_MS = 360 * 60_000
const LOGINS = 5
const LOGIN_MS = 15 * 60_000

/**
 * A simulated e-way bill portal as koa middleware, with the wire format of NIC and the plain one of a GSP: `/auth/`,
 * `/ewayapi/` and `/ewaybill` below any path. `POST /eway-portal/mode { mode, times, codes, only }` makes the next calls go
 * wrong, `/eway-portal/bill { ewbNo, … }` changes a bill as others would, `/eway-portal/switches` sets the two switches.
 */
export function ewaySimulator({ secret, file, lateMs = 30_000 }: Options) {
  const books = ewayBooks(file)
  const switches = { shipToGstin: false, closure: false }
  const signedIn = new Map<string, SignedIn>()
  const logins = new Map<string, number[]>()
  let told: Told = { mode: 'well', times: 0, codes: [], only: null }
  let key: ReturnType<typeof createPrivateKey> | null = null
  /** Tokens of accounts that speak plainly. */
  const plainTokens = new Set<string>()
  const calls: { action: string; gstin: string; data: Said }[] = []

  const privateKey = () => {
    if (key) return key
    let pem = books.key()
    if (!pem) {
      pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }) as string
      books.keepKey(pem)
    }
    key = createPrivateKey(pem)
    return key
  }

  const modeFor = (action: string): EwayMode => {
    const isMet = told.only ? told.only.includes(action) : action !== 'ACCESSTOKEN'
    if (told.times === 0 || !isMet) return 'well'
    told = { ...told, times: told.times - 1 }
    return told.mode
  }

  const failed = (codes: readonly (number | string)[]) => ({
    status: '0',
    error: Buffer.from(JSON.stringify({ errorCodes: `${codes.join()},` })).toString('base64'),
  })

  function authenticate(ctx: Context, asked: Said) {
    const gstin = ctx.get('gstin')
    if (ctx.get('client-id') === '' || ctx.get('client-secret') !== secret) return failed([110])
    const isSealed = typeof asked.Data === 'string'
    let said: Said
    try {
      said = isSealed ? readSealed(String(asked.Data)) : asked
    } catch {
      return failed([100])
    }
    const since = Date.parse(now()) - LOGIN_MS
    const recent = (logins.get(gstin) ?? []).filter(at => at > since)
    if (recent.length >= LOGINS) return failed([118])
    logins.set(gstin, [...recent, Date.parse(now())])
    if (!same(String(said.password), secret)) return failed([108])
    if (said.username !== `API_${gstin}`) return failed([111])
    const authtoken = randomBytes(16).toString('hex')
    const sek = randomBytes(32)
    if (!isSealed) plainTokens.add(authtoken)
    signedIn.set(authtoken, { gstin, sek, until: Date.parse(now()) + TOKEN_MS })
    const appKey = Buffer.from(String(said.app_key ?? ''), 'base64')
    return { status: '1', authtoken, ...(isSealed && { sek: seal(sek, appKey) }) }
  }

  const readSealed = (sealed: string): Said => {
    const base64 = privateDecrypt(
      { key: privateKey(), padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(sealed, 'base64'),
    ).toString()
    return JSON.parse(Buffer.from(base64, 'base64').toString())
  }

  const deeds: Readonly<Record<string, (said: Said, around: rules.Around) => Said>> = {
    GENEWAYBILL: (said, around) => rules.generate(said, around),
    VEHEWB: rules.enterVehicle,
    GENCEWB: rules.consolidate,
    REGENTRIPSHEET: rules.renewSheet,
    EXTENDVALIDITY: rules.extend,
    CANEWB: rules.cancel,
    CLSEWB: rules.closeOne,
    UPDATETRANSPORTER: rules.nameTransporter,
    MULTIVEHMOVINT: rules.beginSeveral,
    MULTIVEHADD: rules.addOfSeveral,
    MULTIVEHUPD: rules.changeOfSeveral,
    GENBYIRN: generateByIrn,
  }

  /** The invoice behind an IRN is known to the portal; here its address goes with the call. */
  function generateByIrn(said: Said, around: rules.Around): Said {
    const made = rules.generate(
      {
        docType: 'INV',
        docNo: String(said.Irn).slice(0, 16),
        docDate: '',
        transDistance: said.Distance,
        transporterId: said.TransId,
        vehicleNo: said.VehNo,
        vehicleType: said.VehType,
        transMode: said.TransMode,
        fromPincode: (said.DispDtls as Said | undefined)?.Pin,
        toPincode: (said.ExpShipDtls as Said | undefined)?.Pin,
        fromPlace: (said.DispDtls as Said | undefined)?.Loc,
      },
      around,
      String(said.Irn),
    )
    return byIrnAnswer(made)
  }

  const byIrnAnswer = (made: Said): Said => ({
    EwbNo: made.ewayBillNo,
    EwbDt: isoOf(String(made.ewayBillDate)),
    EwbValidTill: made.validUpto ? isoOf(String(made.validUpto)) : null,
    Remarks: made.alert ?? null,
  })

  function read(path: string, query: URLSearchParams, around: rules.Around): Said {
    if (path.endsWith('/GetEwayBill')) return rules.shown(around, query.get('ewbNo'))
    if (path.endsWith('/GetEwayBillGeneratedByConsigner')) {
      const found = books
        .bills()
        .find(
          one =>
            one.gstin === around.gstin &&
            one.docType === query.get('docType') &&
            one.docNo === query.get('docNo') &&
            one.status === 'ACT',
        )
      if (!found) throw new rules.Refusal(325)
      const seen = rules.shown(around, found.ewbNo)
      return { ...seen, ewayBillNo: found.ewbNo }
    }
    if (path.endsWith('/GetTripSheet')) {
      const sheet = books.sheet(query.get('tripSheetNo'))
      if (!sheet) throw new rules.Refusal(387)
      return { tripSheetNo: sheet.no, tripSheetEwbBills: sheet.bills.map(ewbNo => ({ ewbNo })) }
    }
    const irn = /\/ewaybill\/irn\/([0-9a-f]+)$/.exec(path)?.[1]
    const found = books.bills().find(one => one.irn === irn && one.status === 'ACT')
    if (!found) throw new rules.Refusal(4005)
    return byIrnAnswer({
      ewayBillNo: found.ewbNo,
      ewayBillDate: rules.written(found.generatedAt),
      validUpto: found.validUpto && rules.written(found.validUpto),
    })
  }

  async function answer(ctx: Context, path: string) {
    const body = ctx.method === 'POST' ? (JSON.parse((await text(ctx.req)) || '{}') as Said) : {}
    const isAuth = path.endsWith('/auth/')
    const isByIrn = path.endsWith('/ewaybill')
    const action = isAuth
      ? 'ACCESSTOKEN'
      : isByIrn
        ? 'GENBYIRN'
        : ctx.method === 'GET'
          ? path.split('/').at(-1)!
          : String(body.action)
    const mode = modeFor(action)
    if (mode === 'slow') {
      await new Promise(resolve => setTimeout(resolve, lateMs).unref())
      return drop(ctx)
    }
    if (mode === 'dead') return drop(ctx)
    if (mode === 'broken') {
      ctx.status = 503
      ctx.body = 'Service Unavailable'
      return
    }
    if (mode === 'wrong') {
      ctx.body = '<html><body>Runtime Error</body></html>'
      return
    }
    const refused = (codes: readonly (number | string)[]) =>
      path.includes('/ewaybill') && !path.includes('/ewayapi')
        ? { Status: 0, ErrorDetails: codes.map(code => ({ ErrorCode: String(code), ErrorMessage: '' })) }
        : failed(codes)
    if (mode === 'refuse') {
      ctx.body = refused(told.codes)
      return
    }
    if (isAuth) {
      ctx.body = authenticate(ctx, body)
      return
    }
    const session = signedIn.get(ctx.get('authtoken'))
    if (!session || session.until < Date.parse(now()) || session.gstin !== ctx.get('gstin')) {
      ctx.body = refused([238])
      return
    }
    const around: rules.Around = { books, gstin: session.gstin, at: now(), switches }
    try {
      if (ctx.method === 'GET') {
        const seen = read(path, new URLSearchParams(ctx.search), around)
        const isPlain = plainTokens.has(ctx.get('authtoken'))
        ctx.body = path.includes('/irn/')
          ? { Status: 1, Data: isPlain ? seen : seal(JSON.stringify(seen), session.sek) }
          : isPlain
            ? { status: '1', data: seen }
            : sealedAnswer(seen, session.sek)
      } else {
        const given = isByIrn ? body.Data : body.data
        const isSealed = typeof given === 'string'
        const data = isSealed ? (JSON.parse(unseal(given, session.sek).toString()) as Said) : (given as Said)
        calls.push({ action, gstin: session.gstin, data })
        const deed = deeds[action]
        if (!deed) throw new rules.Refusal(100)
        const done = deed(data, around)
        const sealed = isSealed ? seal(JSON.stringify(done), session.sek) : done
        ctx.body = isByIrn ? { Status: 1, Data: sealed } : { status: '1', data: sealed }
      }
    } catch (error) {
      if (!(error instanceof rules.Refusal)) throw error
      ctx.body = refused(error.codes)
    }
    if (mode === 'lost') drop(ctx)
  }

  function control(ctx: Context, asked: Said, path: string) {
    if (path === '/mode') {
      told = { mode: 'well', times: 1, codes: [], only: null, ...(asked as object) }
      ctx.body = { told }
    } else if (path === '/bill') {
      const bill = books.bill(asked.ewbNo)
      if (bill) books.keepBill({ ...bill, ...(asked as object), ewbNo: bill.ewbNo })
      ctx.body = { bill: books.bill(asked.ewbNo) }
    } else if (path === '/switches') {
      ctx.body = Object.assign(switches, asked)
    } else if (path === '/forget-sign-ins') {
      signedIn.clear()
      logins.clear()
      ctx.body = {}
    } else ctx.body = { calls: calls.splice(0), bills: books.bills() }
  }

  const middleware: Middleware = async (ctx, next) => {
    if (!ctx.path.startsWith(`${EWAY_SIMULATOR}/`)) return next()
    const path = ctx.path.slice(EWAY_SIMULATOR.length)
    if (path === '/key') {
      ctx.body = createPublicKey(privateKey()).export({ type: 'spki', format: 'pem' })
      return
    }
    if (ctx.get('Authorization') === `Bearer ${secret}`)
      return control(ctx, ctx.method === 'POST' ? JSON.parse((await text(ctx.req)) || '{}') : {}, path)
    return answer(ctx, path)
  }
  return Object.assign(middleware, { close: () => books.close() })
}

function sealedAnswer(seen: Said, sek: Buffer) {
  const rek = randomBytes(32)
  const plain = JSON.stringify(seen)
  return {
    status: '1',
    data: seal(plain, rek),
    rek: seal(rek, sek),
    hmac: hmacOf(Buffer.from(plain).toString('base64'), rek),
  }
}

const isoOf = (said: string) => said.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1')

function drop(ctx: Context) {
  ctx.respond = false
  ctx.req.socket.destroy()
}

const same = (one: string, other: string) =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
