import type { Resource } from './define/resource.ts'
import type { Right } from './define/rights.ts'
import { resources } from './registry.ts'

/** A list of a master whose field refers to a row. */
interface RelatedList {
  list: Resource
  field: string
}

/** The masters with a reference to the resource that somebody with these rights reads. */
export const relatedLists = (
  to: Resource,
  may: (right: Right, subject: string, field?: string) => boolean,
): RelatedList[] =>
  resources
    .filter(({ kind, path }) => kind === 'master' && may('read', path))
    .flatMap(list =>
      Object.entries(list.fields)
        .filter(
          ([name, { kind, secret, to: target }]) =>
            kind === 'reference' &&
            !secret &&
            (target === 'self' ? list === to : target === to.name) &&
            may('read', list.path, name),
        )
        .map(([field]) => ({ list, field })),
    )
