const { Reverie } = require('@reverie/sdk')

const reverie = new Reverie({ baseUrl: process.env.REVERIE_URL, apiKey: process.env.REVERIE_KEY })
reverie.session().then(({ org }) => console.log(JSON.stringify({ org: org.name })))
