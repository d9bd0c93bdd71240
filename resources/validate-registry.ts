/**
 * Checks of the declarations that the compiler cannot make: names written as text, and how declarations fit together.
 */

import { hiddenFrom, partnerRoles } from './access.ts'
import { inputsOf } from './define/action-inputs.ts'
import { dependsOn } from './define/choice-filter.ts'
import { readColumn, systemColumnNames } from './define/column.ts'
import { isRelatedRows } from './define/computed.ts'
import { type Condition, valuesIn } from './define/condition.ts'
import { type Field, SELF } from './define/fields.ts'
import { formats } from './define/formats.ts'
import { labelOf } from './define/label.ts'
import type { Resource } from './define/resource.ts'
import { may } from './define/rights.ts'
import { problemWith } from './define/validate.ts'
import { sapObjectNames } from './platform/sap-objects.ts'
import { type Role, roleCodes } from './roles.ts'

/** Every inconsistency among the given declarations, each as a sentence; empty when there is none. */
export function validateRegistry(resources: readonly Resource[]): string[] {
  const byName = new Map(resources.map(resource => [resource.name, resource]))
  return [
    ...duplicates(resources.map(({ name }) => name)).map(name => `Two resources are named ${name}`),
    ...duplicates(resources.map(({ path }) => path)).map(path => `Two resources have the path ${path}`),
    ...resources.flatMap(resource =>
      [
        ...misnamed(resource),
        ...ambiguousHeadings(resource),
        ...wrongActions(resource, byName),
        ...wrongColumns(resource, byName),
        ...wrongClosing(resource, byName),
        ...withoutAudience(resource),
        ...withoutWithin(resource),
        ...withoutOpenIf(resource, byName),
        ...Object.entries(resource.fields).flatMap(([name, field]) => wrongWith(resource, name, field, byName)),
      ].map(problem => `${resource.name}: ${problem}`),
    ),
  ]
}

const duplicates = (names: readonly string[]) => [
  ...new Set(names.filter((name, place) => names.indexOf(name) !== place)),
]

/** Uses of a closing that name no reference to its rows, and a last day that is none. */
function wrongClosing({ name, fields, closing }: Resource, byName: ReadonlyMap<string, Resource>): string[] {
  if (!closing) return []
  const { lastDay, successor, becomes = {}, with: emptied = {} } = closing
  const uses = [...Object.keys(becomes), ...Object.keys(emptied)].filter(use => {
    const [referring, field] = use.split('.') as [string, string]
    const to = byName.get(referring)?.fields[field]?.to
    return to !== name && !(to === SELF && referring === name)
  })
  return [
    ...(fields[lastDay]?.kind === 'date' ? [] : [`its closing names ${lastDay} as last day, which is no date`]),
    ...(successor === undefined || fields[successor] ? [] : [`its closing names ${successor}, which it does not have`]),
    ...uses.map(use => `its closing names ${use}, which does not refer to it`),
  ]
}

/** Fields that a part of the declaration names although they do not exist. */
function misnamed(resource: Resource): string[] {
  const parts: Record<string, readonly string[]> = {
    key: resource.key,
    display: resource.display,
    search: resource.search,
    sort: resource.sort.map(name => name.replace(/^-/, '')),
    indexes: resource.indexes.flat().filter(name => name !== 'isActive' || resource.kind !== 'master'),
    sections: resource.sections.flatMap(({ fields }) => fields),
    rules: resource.rules.map(rule => String(rule.field)),
    within: [
      ...Object.values(resource.within).flat(),
      ...Object.values(resource.columnsWithin).flatMap(natures => Object.values(natures)),
    ].flatMap(scopes => Object.keys(scopes).filter(name => name !== 'isActive' || resource.kind !== 'master')),
    partOf: resource.partOf ? [resource.partOf] : [],
  }
  const problems = Object.entries(parts).flatMap(([part, names]) =>
    names
      .filter(name => !(name in resource.fields) && !(name === 'id' && (part === 'sort' || part === 'within')))
      .map(name => `${part} names ${name}, which is no field`),
  )
  if (resource.display.length === 0) problems.push('display names nothing to show for a row')
  if (resource.kind === 'master' && resource.key.length === 0) problems.push('a master needs a key')
  if (resource.dated && resource.kind !== 'report' && resource.key.length === 0)
    problems.push('a dated resource needs a key')
  problems.push(...duplicates(parts.sections!).map(name => `sections name ${name} twice`))
  if ('why' in resource.fields) problems.push('no field may be named why: so a save says its reason')
  if (
    resource.large &&
    (resource.kind !== 'master' || !resource.search.some(name => resource.fields[name]?.kind === 'text'))
  )
    problems.push('large is for masters with their own search texts')
  if (resource.sapObject !== undefined && !Object.hasOwn(sapObjectNames, resource.sapObject))
    problems.push(`sapObject ${resource.sapObject} is nothing that is read from SAP`)
  if (resource.keptDaily && (resource.kind !== 'report' || resource.dated || resource.period))
    problems.push('keptDaily is for reports that show today')
  if (resource.currentOnly && !resource.dated) problems.push('currentOnly is for what is valid for a time')
  if (resource.key.includes('validFrom')) problems.push('key names validFrom, which is added automatically')
  return problems
}

/** Columns of lists, filters and totals that lead nowhere, and computed ones that have the name of a field. */
function wrongColumns(resource: Resource, byName: ReadonlyMap<string, Resource>): string[] {
  const named = (name: string) => byName.get(name)
  const problems = Object.entries(resource.computed).flatMap(([name, computed]) => {
    if (name in resource.fields || systemColumnNames.includes(name)) return [`computed names ${name}, which is a field`]
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) return [`computed names ${name}, which is no camelCase word`]
    if (!readColumn(resource, name, named)) return [`${name} is to come from rows that do not lead here`]
    const reads = isRelatedRows(computed) ? [] : (computed.reads ?? [])
    return reads.filter(read => !named(read)).map(read => `${name} reads ${read}, which is not declared`)
  })
  const parts = { list: resource.list, filters: resource.filters, totals: resource.totals }
  for (const [part, names] of Object.entries(parts)) {
    problems.push(...duplicates(names).map(name => `${part} names ${name} twice`))
    for (const name of names) {
      const column = readColumn(resource, name, named)
      if (!column || (systemColumnNames.includes(name) && part === 'totals'))
        problems.push(`${part} names ${name}, which is no field`)
      else if (column.field.secret) problems.push(`${name} is secret and must not be shown or searched`)
      else if (part !== 'filters' && !column.shown)
        problems.push(`${part} names ${name}, which may hold several values a row`)
      else if (part === 'totals' && column.field.kind !== 'number')
        problems.push(`totals names ${name}, which is no number`)
    }
  }
  return problems
}

function wrongWith(resource: Resource, name: string, field: Field, byName: ReadonlyMap<string, Resource>): string[] {
  const problems: string[] = []
  if (field.format && !Object.hasOwn(formats, field.format))
    problems.push(`${name} has the unknown format ${field.format}`)
  if (field.default !== undefined) {
    const problem = problemWith(field, field.default)
    if (problem) problems.push(`the default of ${name} ${problem[1]}`)
    if (field.optional) problems.push(`${name} is optional and has a default: it could never be empty`)
  }
  const listed = [...resource.search, ...resource.display, ...resource.sort].includes(name)
  for (const word of ['onlyIf', 'requiredIf', 'lockedIf'] as const) {
    const condition = field[word]
    if (condition) problems.push(...wrongCondition(resource, condition, `${word} of ${name}`))
    if (condition && name in condition) problems.push(`${word} of ${name} depends on itself`)
  }
  if ((field.onlyIf || field.requiredIf) && !field.optional && field.default === undefined)
    problems.push(`${name} depends on other fields and must be optional`)
  if (field.completedLater && !(field.optional && resource.fields.toComplete))
    problems.push(`${name} is completed later: it must be optional, and the resource needs toComplete`)
  if (field.maskedFor && (field.kind !== 'text' || !field.format))
    problems.push(`${name} is masked and needs a format, so that its mask can never be taken for a value`)
  if (field.maskedFor && field.hiddenFrom) problems.push(`${name} is hidden and masked: it can be one of the two`)
  if ((field.hiddenFrom || field.nature) && listed)
    problems.push(`${name} is hidden from some and must not be shown for rows, searched or sorted by`)
  if (field.maskedFor && listed) problems.push(`${name} is masked and must not be shown in lists or searched`)
  if (field.secret && listed) problems.push(`${name} is secret and must not be shown or searched`)
  // The rows of a record are written by the product's own commands, whoever takes them.
  if (resource.kind !== 'record')
    problems.push(
      ...rolesUnableToEnter(resource, field).map(
        role => `${name} is required but hidden from ${role}, who creates rows`,
      ),
    )
  if (field.to === undefined) return problems
  const target = field.to === SELF ? resource : byName.get(field.to)
  if (!target) return [...problems, `${name} refers to ${field.to}, which is not declared`]
  for (const [column, value] of Object.entries(field.where ?? {})) {
    const chosen = target.fields[column]
    if (!chosen) problems.push(`${name} chooses by ${column}, which ${target.name} does not have`)
    else if (dependsOn(value) !== undefined) {
      if (!Object.hasOwn(resource.fields, dependsOn(value)!))
        problems.push(`${name} chooses by ${value}, which is no field`)
    } else if (problemWith(chosen, value)) problems.push(`${name} chooses by ${column} ${value}, which cannot be`)
  }
  return problems
}

/** As many letters a name, a code or a mode has at most; what is longer says something. */
const NAME = 60

/** Texts and people of rows that partners read which do not say who of them reads these. What names a row is for its readers. */
function withoutAudience(resource: Resource): string[] {
  const { fields, computed, key, display, search } = resource
  if (!partnerRoles.some(role => may(resource.access, role, 'R'))) return []
  const naming = new Set([...key, ...display, ...search])
  return Object.entries({ ...fields, ...computed }).flatMap(([name, field]) => {
    if (isRelatedRows(field) || field.audience || field.secret || naming.has(name)) return []
    const isPerson = field.to === 'user' || field.to === 'employee'
    const isFreeText = field.kind === 'text' && !field.format && (field.long || (field.max ?? 0) > NAME)
    return isPerson || isFreeText ? [`${name} must state its audience: partners read its rows`] : []
  })
}

/** Roles from outside that reach rows without saying which. */
const withoutWithin = ({ access, within, everyRow }: Resource): string[] =>
  partnerRoles
    .filter(role => access[role] && !within[role] && !everyRow.includes(role))
    .map(
      role =>
        `${role} is not of the company, so it must state the rows that it reaches: within, or everyRow: ['${role}']`,
    )

/** Records with states that do not say in which of them they need the masters that they name, or name what cannot be. */
function withoutOpenIf(resource: Resource, byName: ReadonlyMap<string, Resource>): string[] {
  const { kind, fields, openIf } = resource
  if (openIf !== undefined && openIf !== 'never')
    return [openIf].flat().flatMap(condition => wrongCondition(resource, condition, 'openIf'))
  const hasStates = Object.entries(fields).some(([name, field]) => field.kind === 'choice' && /status$/i.test(name))
  const needs = Object.values(fields).some(
    ({ to }) => to !== undefined && to !== 'user' && byName.get(to)?.kind === 'master',
  )
  return kind === 'record' && hasStates && needs && openIf === undefined
    ? ['must state openIf: the states in which it needs the masters that it names, or never']
    : []
}

/** Actions whose conditions name no field, whose inputs are inconsistent, or that no role may take. */
function wrongActions(resource: Resource, byName: ReadonlyMap<string, Resource>): string[] {
  return Object.entries(resource.actions).flatMap(([name, action]) => [
    ...wrongCondition(resource, action.when, `the action ${name}`),
    ...Object.entries(action.inputs).flatMap(([input, field]) =>
      wrongWith(inputsOf(resource, action), `${name}.${input}`, field, byName),
    ),
    ...(roleCodes.some(role => may(resource.access, role, action.letter))
      ? []
      : [`no role has the letter ${action.letter}, which the action ${name} needs`]),
  ])
}

/** Names and values in a condition that cannot occur. */
function wrongCondition(resource: Resource, condition: Condition, whose: string): string[] {
  return Object.entries(condition).flatMap(([name, test]) => {
    if (name === 'isActive' && resource.kind === 'master') return []
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name]! : undefined
    if (!field) return [`${whose} depends on ${name}, which is no field`]
    const odd = valuesIn(test).find(value => value !== null && problemWith(field, value))
    return odd === undefined ? [] : [`${whose} depends on ${name} ${odd}, which cannot be`]
  })
}

/** The roles that may create rows but do not see a field they would have to enter. */
const rolesUnableToEnter = (resource: Resource, field: Field): Role[] =>
  field.optional || field.server || field.default !== undefined
    ? []
    : roleCodes.filter(role => hiddenFrom(field).includes(role) && may(resource.access, role, 'C'))

/** An import file's heading, as it is compared: letters and digits only. */
const heading = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Headings that would fit two columns of an import file: each field answers to its name, its label and its aliases. */
function ambiguousHeadings(resource: Resource): string[] {
  if (resource.kind !== 'master') return []
  const all = Object.entries(resource.fields).flatMap(([name, field]) => [
    ...new Set([name, labelOf(name, field), ...codeHeading(name, field), ...(field.aliases ?? [])].map(heading)),
  ])
  return duplicates(all).map(text => `two columns answer to the heading ${text}`)
}

const codeHeading = (name: string, field: Field) => (field.to ? [`${name.replace(/Id$/, '')}_code`] : [])
