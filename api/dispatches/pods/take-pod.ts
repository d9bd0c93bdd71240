import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { PodInput } from '../../../resources/dispatches/commands/pods.ts'
import type { Pod } from '../../../resources/dispatches/pods/pod.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { demandFile } from '../../files/attachments.ts'
import { invalidField } from '../../platform/errors.ts'
import { uploadPod } from './upload-pod.ts'

/** Uploads the POD of an LR, as the dispatch desk, the transporter or a program does. */
export async function takePod(trx: Knex, input: PodInput, person: Person, author: Author): Promise<Pod> {
  const via = author.source !== 'UI' ? 'API' : can(person, 'reportAsDispatchDesk') ? 'SINGLE' : 'TRANSPORTER'
  await demandScan(trx, person, input)
  return uploadPod(trx, input, via, person, author)
}

/** Throws 400 unless the photo is one that the person uploaded for a POD and that no other POD names. */
async function demandScan(trx: Knex, person: Person, { attachmentId, requestKey }: PodInput) {
  await demandFile(trx, person, attachmentId, { sentFor: 'POD', field: 'attachmentId', label: 'Photo or scan' })
  const used = await trx('pod').where({ attachmentId }).first('requestKey')
  if (used && (requestKey === null || used.requestKey !== requestKey))
    throw invalidField('attachmentId', 'USED', 'Photo or scan belongs to another POD: take one of this LR')
}
