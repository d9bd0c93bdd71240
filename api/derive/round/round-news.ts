import type { Resource } from '../../../resources/define/resource.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { news } from '../../platform/news.ts'

/** A round was previewed that another person must confirm. */
export const roundWaits = news<[job: ImportJob, resource: Resource, words: string]>()
