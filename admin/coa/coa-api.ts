import { type CoaBatch, type CoaFile, coaBatch, coaFile } from '../../resources/coa/coa-batch.ts'
import type * as coa from '../../resources/coa/commands.ts'
import { beginsWithZeros } from '../../resources/coa/leading-zeros.ts'
import { ask, at } from '../derive/command/ask.ts'
import { api, isRefusal } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'

export type BatchRow = Omit<CoaBatch, 'parts' | 'lockedBy' | 'lockedUntil'>
export type FileRow = Omit<CoaFile, 'words'> & { texts: Partial<Record<keyof CoaFile, string>> }

export interface WholeBatch {
  batch: BatchRow
  files: FileRow[]
}

export async function sendCertificates(files: readonly File[]): Promise<number> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  return (await api.post<{ id: number }>('/coa-batches', form)).data.id
}

export async function fetchBatch(id: number): Promise<WholeBatch> {
  const batch = await rowsOf(coaBatch).at<BatchRow>(id)
  return { batch, files: await rowsOf(coaFile).all<FileRow>({ where: { batchId: id }, sort: { position: 1 } }) }
}

const search = at<typeof coa.searchCertificate>('POST coa-searches')
const makeChallenge = at<typeof coa.makeChallenge>('POST coa-challenges')

/** Finds a certificate; where the server asks for it, the browser first solves a challenge, which takes about a second. */
export async function findCertificate(product: string, batchNo: string): Promise<coa.FoundCertificate> {
  const batch = { product, batchNo }
  try {
    return await ask(search, batch)
  } catch (error) {
    if (!isRefusal(error) || !globalThis.isSecureContext || !error.faults.some(({ code }) => code === 'CHALLENGE'))
      throw error
    return await ask(search, { ...batch, ...(await solve(await ask(makeChallenge, {}))) })
  }
}

async function solve({ challenge, bits }: coa.SearchChallenge) {
  const encoder = new TextEncoder()
  for (let tried = 0; ; tried++) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}:${tried}`))
    if (beginsWithZeros(new Uint8Array(hash), bits)) return { challenge, solution: String(tried) }
  }
}
