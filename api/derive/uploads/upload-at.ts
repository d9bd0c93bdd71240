import type { Resource } from '../../../resources/define/resource.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { notFound } from '../../platform/errors.ts'
import { attachedUploads } from '../extend.ts'
import type { Upload } from './upload.ts'

/** Returns the upload at a path, if there is one. */
export const uploadAt = (path: string): Upload | undefined => attachedUploads().find(({ sheet }) => sheet.path === path)

/** What the rows of a file at this path are: a master, or the columns of an upload; undefined without either. */
export const sheetAt = (path: string): Resource | undefined => uploadAt(path)?.sheet ?? resourceAt(path)

/** Returns the resource whose import right a file at this path needs. Throws 404 when there is none. */
export function subjectOf(path: unknown): Resource {
  const upload = typeof path === 'string' ? uploadAt(path) : undefined
  const subject = upload?.subject ?? resourceAt(String(path))
  // Only the portal writes the rows of a record.
  if (!subject || (!upload && subject.kind !== 'master')) throw notFound()
  return subject
}

/** The columns of an upload that are those of a line, where its rows are lines. */
export const lineFieldsOf = ({ sheet, lines, subject }: Upload): string[] =>
  lines ? Object.keys(sheet.fields).filter(name => !(name in subject.fields)) : []
