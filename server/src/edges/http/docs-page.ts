import type { FastifyInstance } from 'fastify'

/** Serves a page at `/docs` to browse the API. The content security policy forbids the page to load anything from elsewhere. */
export async function addDocsPage(app: FastifyInstance, document: object): Promise<void> {
  const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  // The page reads its own copy below `/docs/`, from which the API is one level up.
  const shown = { ...document, servers: [{ url: '../', description: 'This server' }] }
  await app.register(swagger.default, { mode: 'static', specification: { document: shown as never } })
  await app.register(swaggerUi.default, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    theme: { title: 'Reverie API' },
    uiConfig: { layout: 'BaseLayout', persistAuthorization: false },
  })
}
