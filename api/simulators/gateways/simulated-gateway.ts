import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import type { GatewayAccount, GatewayKind } from '../../payments/gateways/gateway.ts'
import type { SimulatedPayment } from './ledger.ts'

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

/** What the gateway says of a payment, true or not. */
export interface Told {
  payment: SimulatedPayment
  status: WordMeaning
  amount: string
}

export interface Answer {
  status: number
  type: 'json' | 'text'
  body: string
}

/** The wire format of a gateway, seen from the gateway; everything else the simulator does for all alike. */
export interface SimulatedGateway {
  kind: GatewayKind
  /** Its name, as people write it. */
  title: string
  /** Its own addresses, below the one of the simulator. */
  payPath: string
  askPath: string
  /** What its numbers of payments begin with. */
  idPrefix: string
  /** Reads a request of the browser; null where it is not rightly signed. */
  readStart(account: GatewayAccount, posted: Fields): Start | null
  /** The values of a callback. */
  tell(account: GatewayAccount, told: Told): Fields
  /** A callback as it is posted: the values shown, with the signature of those signed. */
  seal(secret: string, shown: Fields, signed: Fields): Fields
  /** Answers a question of the shop; `find` says what is known of a payment, null of an unknown one. */
  answer(account: GatewayAccount, posted: Fields, find: (txnNo: string) => Told | null): Answer
}

export const jsonAnswer = (body: object, status = 200): Answer => ({ status, type: 'json', body: JSON.stringify(body) })

export const textAnswer = (body: string): Answer => ({ status: 200, type: 'text', body })

/** The number that the bank gives a payment which it made. */
export const bankReference = ({ payment, status }: Pick<Told, 'payment' | 'status'>) =>
  status === 'SUCCESS' ? `UTR${payment.gatewayTxnId.slice(-10)}` : ''
