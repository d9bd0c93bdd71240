import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** Returns the TypeScript types of a document of the API. Throws where the document is no valid OpenAPI. */
export const typesOf = async (document: object): Promise<string> =>
  astToString(await openapiTypescript(document as OpenAPI3))
