import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { isStale } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import type { SapAdapter } from '../adapter.ts'
import type { SinceHow } from './changed-since.ts'

/** A document of SAP, and when SAP last changed it: the watermark of the next reading. */
export interface SapDocument {
  changedAt: string
}

/** The effect of a document; `later` when the portal is itself about to change what the document describes. */
export type SaveOutcome = 'created' | 'updated' | 'same' | 'later'

/** One kind of documents that the portal reads from SAP by change time. */
export interface Pull<Document extends SapDocument = SapDocument> {
  object: SapSyncRun['object']
  /** The name of its documents in sentences. */
  title: string
  since(sap: SapAdapter, instant: string, how: Pick<SinceHow, 'unreadable' | 'others'>): AsyncIterable<Document>
  numberOf(document: Document): string
  /**
   * Saves one document, in a transaction of its own. Throws SapRowError when it cannot be saved; lesser faults are noted.
   */
  save(trx: Knex, document: Document, how: { isFull: boolean; note(wrong: SapRowError): void }): Promise<SaveOutcome>
  /** Why a full reading must not be saved: it would end too much at once. Null when it may. */
  guard?(db: Knex, documents: AsyncIterable<Document>): Promise<string | null>
}

/** Why a row or document of SAP cannot be saved: it names something the portal does not know, or that cannot be. */
export class SapRowError extends Error {
  override readonly name = 'SapRowError'
  readonly column: string
  readonly code: string
  /** The object whose reading may bring what is missing: the row is tried again after it. */
  readonly waitsFor: SapSyncRun['object'] | null
  /** The part of the row that it names, such as the number of an item. */
  readonly part: string | null
  /** The code in SAP by which what is missing can be read at once; null where it comes with its own reading alone. */
  readonly missing: string | null
  constructor(
    column: string,
    message: string,
    code = 'UNKNOWN_REF',
    waitsFor: SapSyncRun['object'] | null = null,
    part: string | null = null,
    missing: string | null = null,
  ) {
    super(message)
    this.part = part
    this.missing = missing
    this.column = column
    this.code = code
    this.waitsFor = waitsFor
  }
}

/** The same error about a row that is named in its sentence. */
export const about = (name: string, { column, message, code, waitsFor, part, missing }: SapRowError): SapRowError =>
  new SapRowError(column, `${name}: ${message}`, code, waitsFor, part, missing)

/** Saves a document in a transaction and returns its faults. `later` when somebody changed the same rows first. */
export async function saveDocument(
  db: Knex,
  save: (trx: Knex, note: (wrong: SapRowError) => void) => Promise<SaveOutcome>,
): Promise<{ outcome: SaveOutcome; wrong: SapRowError[] }> {
  let wrong: SapRowError[] = []
  try {
    const outcome = await transact(db, trx => {
      wrong = []
      return save(trx, row => wrong.push(row))
    })
    return { outcome, wrong }
  } catch (error) {
    if (isStale(error)) return { outcome: 'later', wrong: [] }
    if (!(error instanceof SapRowError)) throw error
    return { outcome: 'same', wrong: [error] }
  }
}
