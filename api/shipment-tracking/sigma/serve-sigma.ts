import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Fault } from '../../../resources/define/validate.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import {
  type SigmaLr,
  sigmaHeader,
  sigmaInvoice,
  sigmaShipmentSheet,
} from '../../../resources/uploads/sigma-shipments.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { invalid, refused } from '../../platform/errors.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { bookSigmaLr } from './book-sigma-lr.ts'

/** The most invoices on one LR. */
const MOST = 200

/**
 * `POST /api/sigma-shipments` saves an LR of the sister business, once for its `Idempotency-Key`; the same LR with the
 * same invoices under another key is answered as the one that is there. Throws 422 with sentences.
 */
export function serveSigma(app: Application, db: Knex) {
  const service = {
    async create(data: unknown, call: Call): Promise<{ lrId: number; shipmentNo: string }> {
      const person = requirePerson(call)
      requireRight(person, shipment, 'import')
      const input = readSigmaLr(data)
      const author = requireAuthor(call)
      return runIdempotent(db, call, 'sigma-shipments', data, async trx => {
        const outcome = await bookSigmaLr(trx, input, person, author)
        if ('faults' in outcome) throw refused(outcome.faults)
        const { shipmentNo } = await trx('shipment').where('lrId', outcome.id).first('shipmentNo')
        return { lrId: outcome.id, shipmentNo }
      })
    },
  }
  app.use('api/sigma-shipments', service as never, { methods: ['create'] } as never)
}

function readSigmaLr(body: unknown): SigmaLr {
  const { invoices, ...given } = bodyObject(body, 'The shipment')
  const faults: Fault[] = []
  const header = readBody(sigmaShipmentSheet, sigmaHeader, given, faults)
  const listed = Array.isArray(invoices) ? invoices : []
  if (listed.length === 0 || listed.length > MOST)
    faults.push({ field: 'invoices', code: 'REQUIRED', message: `Invoices must be a list of 1 to ${MOST}` })
  const lines = listed.slice(0, MOST).map((line, index) => {
    const at = `invoices[${index}]`
    return readBody(sigmaShipmentSheet, sigmaInvoice, bodyObject(line, 'An invoice', at), faults, `${at}.`)
  })
  const numbers = lines.map(({ sigmaInvoiceNo }) => sigmaInvoiceNo)
  if (new Set(numbers).size < numbers.length)
    faults.push({ field: 'invoices', code: 'DUPLICATE', message: 'Invoices must not name the same number twice' })
  if (faults.length > 0) throw invalid(faults)
  return { ...header, invoices: lines }
}
