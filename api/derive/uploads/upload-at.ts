import type { Resource } from '../../../resources/define/resource.ts'
import type { FileShape } from '../../../resources/define/sheet/file-shape.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { notFound } from '../../platform/errors.ts'
import { attachedUploads } from '../extend.ts'
import type { Upload } from './upload.ts'

/** Returns the upload at a path, if there is one. */
export const uploadAt = (path: string): Upload | undefined => attachedUploads().find(({ sheet }) => sheet.path === path)

/** How others write files of a list. */
export const shapesOf = ({ path }: Resource): readonly FileShape[] => uploadAt(path)?.shapes ?? []

/** The list under which it is kept what headings and words of such a file mean. */
export function wordListOf(path: string, given: Readonly<Record<string, string>> = {}): string {
  const own = given[uploadAt(path)?.wordsBy ?? '']
  return own ? `${path} ${own}` : path
}

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
