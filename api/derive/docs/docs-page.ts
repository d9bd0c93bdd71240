import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Right } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import type { Person } from '../rights/person.ts'
import { asSeenBy } from './resource-as-seen.ts'

/** Returns the API documentation as one HTML page without scripts: every service that the person may read, with its columns; its styles bear the nonce. */
export function docsPage(person: Person, nonce: string): string {
  const seen = resources.flatMap(resource => asSeenBy(person, resource) ?? [])
  const entries = seen.map(({ name, title }) => `<li><a href="#${name}">${escaped(title)}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bilty API</title><style nonce="${nonce}">${STYLE}</style></head><body>
<h1>Bilty API</h1>
<p>Base <code>/api</code>. Sign in with <code>POST /api/authentication</code> and send <code>Authorization: Bearer …</code>. Money is whole paise, percent whole hundredths, quantity and weight whole thousandths. The same as data: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav><ul>${entries}</ul></nav>${seen.map(resource => sectionOf(resource, person)).join('\n')}</body></html>`
}

function sectionOf(resource: Resource, { ability }: Person): string {
  const may = (right: Right, verb: string) =>
    resource.kind === 'master' && ability.can(right, resource.path) ? ` · ${verb}` : ''
  const verbs = `GET list · GET one${may('create', 'POST')}${may('update', 'PATCH')}${may('deactivate', 'DELETE (deactivates)')}`
  const rows = Object.entries(resource.fields)
    .filter(([, field]) => !field.secret)
    .map(
      ([name, field]) =>
        `<tr><td><code>${name}</code></td><td>${escaped(labelOf(name, field))}</td><td>${kindOf(field)}</td><td>${field.optional ? '' : 'required'}${field.default === undefined ? '' : `, default ${escaped(JSON.stringify(field.default))}`}</td><td>${escaped(field.hint ?? '')}</td></tr>`,
    )
  return `<section id="${resource.name}"><h2>${escaped(resource.title)}</h2><p>${escaped(resource.purpose)}</p>
<p><code>/api/${resource.path}</code> ${verbs}${resource.key.length > 0 ? ` · key ${resource.key.join(', ')}${resource.dated ? ', validFrom' : ''}` : ''}</p>
<table><thead><tr><th>Column</th><th>Label</th><th>Kind</th><th></th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

function kindOf(field: Field): string {
  if (field.to) return `reference to <a href="#${field.to}">${field.to}</a>`
  if (field.options) return `${field.kind}: ${field.options.join(', ')}`
  if (field.kind === 'number')
    return `number${field.scale ? ` of 1/${10 ** field.scale}` : ''}${field.unit ? ` ${field.unit}` : ''}`
  return field.format ? `${field.kind} (${field.format})` : field.kind
}

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

const STYLE =
  'body{font:13px/1.5 Verdana,Geneva,"DejaVu Sans",sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}a,h1,h2{color:#503291}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ddd;padding:4px 8px;text-align:left;vertical-align:top}nav ul{columns:3}'
