import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import type { GatewayAccount, GatewayKind } from '../../payments/gateways/gateway.ts'
import type { Books } from './books.ts'
import type { Told } from './told.ts'

/** A rightly signed request of the shop to begin a payment. */
export interface Start {
  txnNo: string
  /** As it was written: `'1250.00'`. */
  amount: string
  returnUrl: string
  /** Null where the shop registered the address of notices, which then lies beside that of returns. */
  notifyUrl: string | null
  /** What the gateway repeats in its answers. */
  echo: Fields
}

/** A question of the shop: where it was asked, its fields or its text, and what stands above it. */
export interface Question {
  path: string
  fields: Fields
  text: string
  header(name: string): string
}

export interface Answer {
  status: number
  type: 'json' | 'text' | 'jose'
  body: string
}

/** The wire format of a gateway, seen from the gateway; everything else the simulator does for all alike. */
export interface SimulatedGateway {
  kind: GatewayKind
  /** Its name, as people write it. */
  title: string
  /** Its own addresses, below the one of the simulator. */
  payPath: string
  askPaths: readonly string[]
  /** What its numbers of payments begin with. */
  idPrefix: string
  /** Reads a request of the browser; null where it is not rightly signed. */
  readStart(account: GatewayAccount, posted: Fields): Start | null
  /** The values of a callback. */
  tell(account: GatewayAccount, told: Told): Fields
  /** A callback as it is posted: the values shown, with the signature of those signed. */
  seal(secret: string, shown: Fields, signed: Fields): Fields
  /** Answers a question of the shop from its books. */
  answer(account: GatewayAccount, question: Question, books: Books): Answer
  /** What it says to one that asks too often. */
  tooOften: Answer
}

export const jsonAnswer = (body: object, status = 200): Answer => ({ status, type: 'json', body: JSON.stringify(body) })

export const textAnswer = (body: string, status = 200): Answer => ({ status, type: 'text', body })

/** An answer that is lost on its way: the gateway did what it was asked for. */
export const lostAnswer: Answer = { status: 503, type: 'text', body: 'Down for maintenance' }

/** The gateway's word for a payment: its own for the state, unless it was told to say another. */
export const wordFor = ({ payment, status }: Told, words: Readonly<Record<WordMeaning, string>>) =>
  payment.word || words[status]

/** The number that the bank gives a payment which it made. */
export const bankReference = ({ payment, status }: Pick<Told, 'payment' | 'status'>) =>
  status === 'SUCCESS' ? `UTR${payment.gatewayTxnId.slice(-10)}` : ''
