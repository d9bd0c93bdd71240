import type { Resource } from '../define/resource.ts'

const SYSTEM = ['id', 'isActive', 'rowVersion', 'createdAt', 'createdById', 'updatedAt', 'updatedById'] as const

/** Every column of a resource that may leave the server. */
export const readableNames = (resource: Resource): string[] => [
  ...(resource.kind === 'report' ? ['id'] : SYSTEM.filter(name => name !== 'isActive' || resource.kind === 'master')),
  ...Object.keys(resource.fields).filter(name => !resource.fields[name]!.secret),
]

/** Every column and computed value that a rule may open. */
export const openableNames = (resource: Resource): string[] => [
  ...readableNames(resource),
  ...Object.keys(resource.computed),
]
