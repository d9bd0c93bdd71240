import { Unavailable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { refused } from '../../platform/errors.ts'
import { callSap } from '../sap-connection.ts'
import type { AskedFact, Fact } from './fact.ts'

/**
 * What SAP says of a document that a person typed: whose it is, of what kind and amount. Never within a transaction. Where
 * SAP cannot tell now it is TO_BE_CHECKED: no balance moves, and somebody asks again.
 */
export async function sapFact(db: Knex, asked: AskedFact): Promise<Fact> {
  try {
    return await callSap(db, sap => sap.documentFact(asked))
  } catch (error) {
    if (error instanceof Unavailable) return { is: 'TO_BE_CHECKED', why: error.message, isSapAway: true }
    throw error
  }
}

/** Throws 422 at the field where SAP denies the document. One that SAP cannot tell of now passes, and has to wait. */
export function demandNotDenied(fact: Fact, field: string): void {
  if (fact.is !== 'CONFIRMED' && fact.is !== 'TO_BE_CHECKED')
    throw refused([{ field, code: fact.is, message: fact.why }])
}
