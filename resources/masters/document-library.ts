import { type ListCondition, worklist } from '../define/process/worklist.ts'
import { attachment } from '../platform/attachment.ts'

/** The newest version of each document; the earlier ones belong to it. */
const newest: readonly ListCondition[] = [
  { field: 'ownerType', operator: 'in', value: ['LIBRARY'] },
  { field: 'ownerId', operator: 'null', value: true },
]
const sections = [
  {
    title: '',
    fields: ['title', 'category', 'audience', 'validTo', 'fileName', 'sizeBytes', 'versionNo', 'withdrawnAt'],
  },
]

/** The documents in use, as whoever may read them finds them. */
export const documentLibrary = worklist(attachment, {
  grid: 'masters/attachment',
  title: 'Attachment',
  one: 'document',
  purpose: 'Shared documents: forms, price lists and policies, each for its audience.',
  list: ['title', 'category', 'audience', 'validTo', 'sizeBytes', 'versionNo', 'fileName', 'updatedAt'],
  sections,
  sort: ['-createdAt'],
  only: () => [...newest, { field: 'withdrawnAt', operator: 'null', value: true }],
})

/** The documents that were taken out of use, for those who keep the library. */
export const deactivatedDocuments = worklist(attachment, {
  grid: 'masters/attachment/deactivated',
  title: 'Attachment',
  one: 'document',
  purpose: 'Deactivated documents: reactivate one to offer it to its audience again.',
  list: ['title', 'category', 'audience', 'withdrawnAt', 'sizeBytes', 'versionNo', 'fileName', 'updatedById'],
  sections,
  sort: ['-createdAt'],
  only: () => [...newest, { field: 'withdrawnAt', operator: 'nnull', value: true }],
})
