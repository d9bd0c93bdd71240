import { callOut, OutgoingError } from '../../platform/outgoing/call-out.ts'
import { hmacOf, newAppKey, seal, sealForPortal, unseal } from './ciphers.ts'
import type { OpenAccount } from './open-account.ts'
import { codesOfDetails, errorCodesIn, isDone } from './wire.ts'

/** What the portal answered: done with its data, refused with codes, or nothing that can be understood. */
export type PortalAnswer =
  | { is: 'DONE'; data: PortalData; httpStatus: number }
  | { is: 'REFUSED'; codes: string[]; httpStatus: number }
  | { is: 'DOWN'; why: string; httpStatus: number | null }
export type NotDone = Exclude<PortalAnswer, { is: 'DONE' }>
export type PortalData = Readonly<Record<string, unknown>>

/** A sign-in: its token, and the key under which data travels. */
export interface SignIn {
  authToken: string
  sek: string
}

/** The portal as one signed-in account calls it. */
export interface Portal {
  post(action: string, data: object): Promise<PortalAnswer>
  get(name: string, query: Readonly<Record<string, string>>): Promise<PortalAnswer>
  postByIrn(data: object): Promise<PortalAnswer>
  getByIrn(irn: string): Promise<PortalAnswer>
}

/** Milliseconds for which an answer is waited for. */
let patience = 30_000
/** For tests, which wait for a portal that is slow. */
export const setPortalPatience = (ms: number): void => {
  patience = ms
}

/** Signs an account in. Never throws for what the portal answers. */
export async function signIn(account: OpenAccount): Promise<PortalAnswer & { signIn?: SignIn }> {
  const appKey = newAppKey()
  const { username, password } = account
  const asked = { action: 'ACCESSTOKEN', username, password, app_key: appKey.toString('base64') }
  const body = account.isSealed ? { Data: await sealed(asked, account) } : asked
  const answer = await call(account, `${account.base}/auth/`, body, {})
  if (!('text' in answer)) return answer
  const said = read(answer.text)
  if (said && isDone(said.status) && typeof said.authtoken === 'string') {
    const sek = account.isSealed ? unsealedKey(String(said.sek ?? ''), appKey) : ''
    if (sek !== null)
      return { is: 'DONE', data: {}, httpStatus: answer.status, signIn: { authToken: said.authtoken, sek } }
  }
  return refusalOf(said, answer.status)
}

const sealed = async (asked: object, account: OpenAccount) =>
  sealForPortal(Buffer.from(JSON.stringify(asked)).toString('base64'), await account.publicKey())

function unsealedKey(sek: string, appKey: Buffer): string | null {
  try {
    return unseal(sek, appKey).toString('base64')
  } catch {
    return null
  }
}

/** The portal for an account that is signed in. */
export function portalOf(account: OpenAccount, { authToken, sek }: SignIn): Portal {
  const key = Buffer.from(sek, 'base64')
  const headers = { authtoken: authToken }
  const outward = (data: object) => (account.isSealed ? seal(JSON.stringify(data), key) : data)
  const byIrn = account.irp === null ? headers : { ...headers, irp: account.irp }
  const answerTo = async (address: string, body: object | null, said: Readonly<Record<string, string>> = headers) => {
    const answer = await call(account, address, body, said)
    return 'text' in answer ? understand(answer.text, answer.status, account.isSealed ? key : null) : answer
  }
  return {
    post: (action, data) => answerTo(`${account.base}/ewayapi/`, { action, data: outward(data) }),
    get: (name, query) => answerTo(`${account.base}/ewayapi/${name}?${new URLSearchParams(query)}`, null),
    postByIrn: data => answerTo(`${account.irnBase}/ewaybill`, { Data: outward(data) }, byIrn),
    getByIrn: irn => answerTo(`${account.irnBase}/ewaybill/irn/${irn}`, null, byIrn),
  }
}

async function call(
  account: OpenAccount,
  address: string,
  body: object | null,
  more: Readonly<Record<string, string>>,
) {
  try {
    return await callOut(address, {
      method: body ? 'POST' : 'GET',
      headers: {
        'client-id': account.clientId,
        'client-secret': account.clientSecret,
        gstin: account.gstin,
        ...(body && { 'Content-Type': 'application/json' }),
        ...more,
      },
      body: body && JSON.stringify(body),
      patience,
    })
  } catch (error) {
    const isLate = error instanceof OutgoingError && error.name === 'TimeoutError'
    const why = isLate ? 'The e-way portal did not answer in time' : 'The e-way portal could not be reached'
    return { is: 'DOWN', why, httpStatus: null } as const
  }
}

function understand(text: string, httpStatus: number, key: Buffer | null): PortalAnswer {
  const said = read(text)
  if (!said || !isDone(said.status ?? said.Status)) return refusalOf(said, httpStatus)
  const data = key ? opened(said, key) : (said.data ?? said.Data)
  if (typeof data !== 'object' || data === null)
    return { is: 'DOWN', why: 'The answer of the e-way portal could not be read', httpStatus }
  return { is: 'DONE', data: data as PortalData, httpStatus }
}

/** Data of an answer under the key of the sign-in, or under one of its own that comes with a seal. */
function opened(said: PortalData, sek: Buffer): unknown {
  try {
    const data = String(said.data ?? said.Data)
    if (typeof said.rek !== 'string') return JSON.parse(unseal(data, sek).toString('utf8'))
    const rek = unseal(said.rek, sek)
    const plain = unseal(data, rek)
    const isWhole = said.hmac === undefined || said.hmac === hmacOf(plain.toString('base64'), rek)
    return isWhole ? JSON.parse(plain.toString('utf8')) : null
  } catch {
    return null
  }
}

function refusalOf(said: PortalData | null, httpStatus: number): PortalAnswer {
  const codes = said ? [...errorCodesIn(said.error), ...codesOfDetails(said.ErrorDetails)] : []
  if (codes.length > 0) return { is: 'REFUSED', codes: [...new Set(codes)], httpStatus }
  return { is: 'DOWN', why: `The e-way portal answered ${httpStatus} without words that are understood`, httpStatus }
}

function read(text: string): PortalData | null {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? (said as PortalData) : null
  } catch {
    return null
  }
}
