// Written by `npm run docs:api` from the OpenAPI document.
export interface paths {
  '/api/v1/calls/{sessionId}/rating': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['call-rating.rate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/connectors/{connectorId}/call-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['page-call-tokens.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/ice-servers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['ice-servers.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['health.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['health.ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['account.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['agents.list'];
    put?: never;
    post: operations['agents.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/quotas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['quotas.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/quotas/{quota}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['quotas.set'];
    post?: never;
    delete: operations['quotas.reset'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/suspension': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['accounts.suspend'];
    post?: never;
    delete: operations['accounts.resume'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agent-suggestions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['agent-suggestions.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['agents.get'];
    put?: never;
    post?: never;
    delete: operations['agents.delete'];
    options?: never;
    head?: never;
    patch: operations['agents.rename'];
    trace?: never;
  };
  '/v1/agents/{agentId}/branches/main/knowledge-base/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['documents.list'];
    put?: never;
    post: operations['documents.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['documents.get'];
    put: operations['documents.replace'];
    post?: never;
    delete: operations['documents.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['documents.content'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}/passages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['documents.passages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/branches/main/knowledge-base/topics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['topics.list'];
    put?: never;
    post: operations['topics.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/branches/main/knowledge-base/topics/{topicId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['topics.get'];
    put?: never;
    post?: never;
    delete: operations['topics.delete'];
    options?: never;
    head?: never;
    patch: operations['topics.update'];
    trace?: never;
  };
  '/v1/agents/{agentId}/conversations/{conversationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['agent-conversations.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/conversations/{conversationId}/audio': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['agent-conversations.audio'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/debug-chat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['debug-chat.begin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/debug-chat/{chatId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['debug-chat.go-on'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['deployments.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments/{deploymentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['deployments.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments/{deploymentId}/promote': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['deployments.promote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments/{deploymentId}/rollback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['deployments.roll-back'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments/active': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['deployments.active'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['deployments.diff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/deployments/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['deployments.publish'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/draft': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['drafts.get'];
    put: operations['drafts.save'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['drafts.patch'];
    trace?: never;
  };
  '/v1/agents/{agentId}/duplicate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['agents.duplicate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/approvals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['gates.list-approvals'];
    put?: never;
    post: operations['gates.approve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/approvals/{approvalId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['gates.withdraw'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/experiment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['experiments.get'];
    put: operations['experiments.put'];
    post?: never;
    delete: operations['experiments.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/experiment/promote': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['experiments.promote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/experiment/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['experiments.results'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/gates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['gates.get'];
    put: operations['gates.put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/environments/{environment}/gates/states': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['gates.states'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/pending-deployments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['pending-deployments.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/pending-deployments/{pendingDeploymentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['pending-deployments.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/pending-deployments/{pendingDeploymentId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['pending-deployments.cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/real-time-configs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['real-time-configs.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/real-time-configs/{clientEnv}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['real-time-configs.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/real-time-configs/{clientEnv}/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['real-time-configs.put-schema'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/real-time-configs/{clientEnv}/variables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['real-time-configs.patch-variables'];
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['rollouts.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts/{rolloutId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['rollouts.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts/{rolloutId}/abort': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['rollouts.abort'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts/{rolloutId}/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['rollouts.evidence'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts/{rolloutId}/finish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['rollouts.finish'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts/{rolloutId}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['rollouts.pause'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/rollouts/{rolloutId}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['rollouts.resume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/studio-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['studio-tokens.issue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['connectors.list'];
    put?: never;
    post: operations['connectors.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors/{connectorId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['connectors.get'];
    put?: never;
    post?: never;
    delete: operations['connectors.delete'];
    options?: never;
    head?: never;
    patch: operations['connectors.update'];
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors/{connectorId}/call-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['call-tokens.list'];
    put?: never;
    post: operations['call-tokens.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors/{connectorId}/call-tokens/{callTokenId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['call-tokens.revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors/{connectorId}/rotate-token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['connectors.rotate-token'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['connectors.get-batch'];
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['connectors.update-batch'];
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/connectors/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['connectors.lookup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/outbound-calls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['outbound-calls.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/outbound-calls/{callSid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['outbound-calls.cancel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/outbound-calls/{callSid}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['outbound-calls.status'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/outbound-rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['outbound-rules.get-of-agent'];
    put: operations['outbound-rules.put-of-agent'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/phone-numbers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['phone-numbers.list'];
    put?: never;
    post: operations['phone-numbers.import'];
    delete: operations['phone-numbers.delete-many'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/phone-numbers/{phoneNumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['phone-numbers.get'];
    put?: never;
    post: operations['phone-numbers.import-one'];
    delete: operations['phone-numbers.delete'];
    options?: never;
    head?: never;
    patch: operations['phone-numbers.reassign'];
    trace?: never;
  };
  '/v1/agents/{agentId}/telephony/phone-numbers/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['phone-numbers.get-batch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/test-sets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['test-sets.list'];
    put?: never;
    post: operations['test-sets.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/test-sets/{testSetId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['test-sets.get'];
    put?: never;
    post?: never;
    delete: operations['test-sets.delete'];
    options?: never;
    head?: never;
    patch: operations['test-sets.change'];
    trace?: never;
  };
  '/v1/agents/{agentId}/test-sets/{testSetId}/cases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['test-sets.add-case'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/test-sets/{testSetId}/cases/{testCaseId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['test-sets.replace-case'];
    post?: never;
    delete: operations['test-sets.delete-case'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/test-sets/{testSetId}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['test-runs.list'];
    put?: never;
    post: operations['test-runs.start'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/tool-trials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['tool-trials.run'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/alert-rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['alert-rules.list'];
    put?: never;
    post: operations['alert-rules.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/alert-rules/{ruleId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['alert-rules.get'];
    put?: never;
    post?: never;
    delete: operations['alert-rules.delete'];
    options?: never;
    head?: never;
    patch: operations['alert-rules.update'];
    trace?: never;
  };
  '/v1/alerts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['alerts.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['api-keys.list'];
    put?: never;
    post: operations['api-keys.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api-keys/{keyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['api-keys.revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['audit-log.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['conversations.list'];
    put?: never;
    post?: never;
    delete: operations['conversations.erase-caller'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['conversations.get'];
    put?: never;
    post?: never;
    delete: operations['conversations.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/audio': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['conversations.audio'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/bundle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['conversations.bundle'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/comments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['conversations.comment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/comments/{commentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['conversations.delete-comment'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/cost': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['conversation-cost.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/hang-up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['hang-ups.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/monitors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['supervision.begin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/monitors/{monitorId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['supervision.leave'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/monitors/{monitorId}/give-back': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['supervision.give-back'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/monitors/{monitorId}/take-over': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['supervision.take-over'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['conversations.tag'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/test-case': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['case-drafts.draft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/whispers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['supervision.whisper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['conversations.export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/demo/bookings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['demo-bookings.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/demo/line': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['demo-line.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/deployments/active': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['active-deployments.active'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/instances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['instances.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/instances/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['instances.settings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['invitations.list'];
    put?: never;
    post: operations['invitations.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['invitations.withdraw'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['invitations.accept'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/local-models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['providers.local-servers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/metrics/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['agent-activity.report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/metrics/daily': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['daily-figures.report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/metrics/outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['outcomes.report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/metrics/questions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['questions.report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['providers.models'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['people.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/people/{personId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['people.get'];
    put?: never;
    post?: never;
    delete: operations['people.remove'];
    options?: never;
    head?: never;
    patch: operations['people.change'];
    trace?: never;
  };
  '/v1/people/{personId}/sign-in-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['people.create-sign-in-link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/people/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['people.change-me'];
    trace?: never;
  };
  '/v1/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['providers.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/providers/{providerName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['providers.put'];
    post?: never;
    delete: operations['providers.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/providers/{providerName}/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['providers.model-lists'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/providers/{providerName}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['providers.test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/saved-filters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['saved-filters.list'];
    put?: never;
    post: operations['saved-filters.save'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/saved-filters/{filterId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['saved-filters.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/schemas/agent-document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['schemas.agent-document'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['secrets.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/secrets/{secretName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['secrets.get'];
    put: operations['secrets.put'];
    post?: never;
    delete: operations['secrets.delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['session.get'];
    put?: never;
    post: operations['session.start'];
    delete: operations['session.end'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['session.request-link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['session.providers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['session.end-all'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/telephony/outbound-calls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['outbound-call-list.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/telephony/outbound-rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['outbound-rules.get'];
    put: operations['outbound-rules.put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/telephony/trunks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['trunks.list'];
    put?: never;
    post: operations['trunks.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/telephony/trunks/{trunkId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['trunks.get'];
    put?: never;
    post?: never;
    delete: operations['trunks.delete'];
    options?: never;
    head?: never;
    patch: operations['trunks.update'];
    trace?: never;
  };
  '/v1/telephony/trunks/{trunkId}/refusals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['trunk-diagnostics.refusals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/telephony/trunks/{trunkId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['trunks.test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/telephony/trunks/{trunkId}/trace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['trunk-diagnostics.trace'];
    put: operations['trunk-diagnostics.switch-trace'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/test-runs/{testRunId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['test-runs.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['usage.report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage/storage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['usage.storage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/voice-samples': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['voice-samples.speak'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/voices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['providers.voices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['webhook-endpoints.list'];
    put?: never;
    post: operations['webhook-endpoints.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['webhook-endpoints.get'];
    put?: never;
    post?: never;
    delete: operations['webhook-endpoints.delete'];
    options?: never;
    head?: never;
    patch: operations['webhook-endpoints.update'];
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['webhook-deliveries.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['webhook-deliveries.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['webhook-deliveries.redeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['webhook-endpoints.health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/recover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['webhook-endpoints.recover'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['webhook-endpoints.rotate-secret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpointId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['webhook-endpoints.test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/website-pages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['website-pages.read'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcceptInvitation: {
      name: string;
      password: string;
      token: string;
    };
    Account: {
      accountId: string;
      agentIds: string[] | null;
      email: string;
      environments: string[] | null;
      keyId: string;
      scopes: string[];
    };
    AccountSuspension: {
      accountId: string;
      name: string;
      reason: string | null;
      /** Format: date-time */
      suspendedAt: string | null;
    };
    ActiveDeployments: {
      live: components['schemas']['Deployment'] | null;
      'pre-release': components['schemas']['Deployment'] | null;
      sandbox: components['schemas']['Deployment'] | null;
    };
    ActiveHere: {
      agentId: string;
      /** Format: date-time */
      createdAt: string;
      deploymentId: string;
      draftDiffers: boolean;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      version: string;
    };
    Agent: {
      accountId: string;
      agentId: string;
      agentName: string;
      branchCount: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    AgentActivity: {
      agentId: string;
      calls: number;
      callsNow: number;
      errors: number;
    };
    AgentActivityReport: {
      agents: components['schemas']['AgentActivity'][];
      callsNow: number;
      /** Format: date-time */
      from: string;
    };
    AgentConversation: {
      accountId: string;
      adapter: string;
      agentId: string;
      analysis: components['schemas']['ConversationAnalysis'] | null;
      apiErrors: number;
      artifactVersion: string | null;
      audio: components['schemas']['RecordingInfo'] | null;
      callee: string | null;
      caller: string | null;
      callSid: string | null;
      /** @enum {string} */
      clientEnv: 'draft' | 'sandbox' | 'pre-release' | 'live';
      comments: components['schemas']['ConversationComment'][];
      /** Format: date-time */
      connectedAt: string | null;
      connectorId: string | null;
      conversationId: string;
      crashed: boolean;
      deploymentId: string | null;
      durationMs: number | null;
      /** Format: date-time */
      endedAt: string | null;
      endReason: string | null;
      events: components['schemas']['ConversationEvent'][];
      experimentArm: string | null;
      experimentId: string | null;
      failure: components['schemas']['ConversationFailure'] | null;
      /** Format: date-time */
      finishedAt: string | null;
      fromNumber: string | null;
      functionErrors: number;
      id: string;
      media: unknown;
      metadata: {
        [key: string]: unknown;
      } | null;
      mode: string;
      /** @enum {string|null} */
      outcome: 'completed' | 'failed' | 'not-connected' | null;
      projectId: string;
      rating: number | null;
      rolloutId: string | null;
      rolloutShare: number | null;
      sessionId: string;
      /** Format: date-time */
      startedAt: string;
      success: boolean | null;
      summary: string | null;
      tags: string[];
      /** @enum {string} */
      target: 'draft' | 'sandbox' | 'pre-release' | 'live';
      toNumber: string | null;
      turns: components['schemas']['ConversationExchange'][];
      /** @enum {string|null} */
      unrecorded: 'storage-limit' | 'record-size' | null;
      usage: components['schemas']['ProviderUsage'][];
      variantId: string | null;
      version: string | null;
    };
    AgentDocument: {
      analysis?: components['schemas']['Analysis'];
      builtInTools?: ('hang_up' | 'transfer' | 'send_dtmf' | 'collect_digits')[];
      calendars?: components['schemas']['Calendar'][];
      carryOn?: components['schemas']['CarryOn'];
      claimCheck?: components['schemas']['ClaimCheck'];
      failure?: components['schemas']['FailureWords'];
      fallbackReply?: string;
      forms?: components['schemas']['Form'][];
      greeting?: string;
      intents?: components['schemas']['Intent'][];
      knowledge?: components['schemas']['KnowledgeUse'];
      languageCode?: string;
      llm?: components['schemas']['LlmChoice'];
      mcpServers?: components['schemas']['McpServer'][];
      models?: components['schemas']['Models'];
      privacy?: components['schemas']['Privacy'];
      prompt?: string;
      /** @constant */
      schemaVersion: 1;
      speech?: components['schemas']['Speech'];
      timeZone?: string;
      tools?: components['schemas']['Tool'][];
      transfer?: components['schemas']['Transfer'];
      turnTaking?: components['schemas']['TurnTaking'];
      variants?: {
        [key: string]: components['schemas']['Variant'];
      };
      voice?: components['schemas']['VoiceChoice'];
    };
    AgentDocumentPatch: {
      analysis?: components['schemas']['AnalysisPatch'] | null;
      builtInTools?: ('hang_up' | 'transfer' | 'send_dtmf' | 'collect_digits')[] | null;
      calendars?: components['schemas']['Calendar'][] | null;
      carryOn?: components['schemas']['CarryOnPatch'] | null;
      claimCheck?: components['schemas']['ClaimCheckPatch'] | null;
      failure?: components['schemas']['FailureWordsPatch'] | null;
      fallbackReply?: string | null;
      forms?: components['schemas']['Form'][] | null;
      greeting?: string | null;
      intents?: components['schemas']['Intent'][] | null;
      knowledge?: components['schemas']['KnowledgeUsePatch'] | null;
      languageCode?: string | null;
      llm?: components['schemas']['LlmChoicePatch'] | null;
      mcpServers?: components['schemas']['McpServer'][] | null;
      models?: components['schemas']['ModelsPatch'] | null;
      privacy?: components['schemas']['PrivacyPatch'] | null;
      prompt?: string | null;
      /** @constant */
      schemaVersion?: 1;
      speech?: components['schemas']['SpeechPatch'] | null;
      timeZone?: string | null;
      tools?: components['schemas']['Tool'][] | null;
      transfer?: components['schemas']['TransferPatch'] | null;
      turnTaking?: components['schemas']['TurnTakingPatch'] | null;
      variants?: {
        [key: string]: components['schemas']['VariantPatch'] | null;
      } | null;
      voice?: components['schemas']['VoiceChoicePatch'] | null;
    };
    AgentSettings: {
      analysis?: components['schemas']['Analysis'];
      builtInTools?: ('hang_up' | 'transfer' | 'send_dtmf' | 'collect_digits')[];
      calendars?: components['schemas']['Calendar'][];
      carryOn?: components['schemas']['CarryOn'];
      claimCheck?: components['schemas']['ClaimCheck'];
      failure?: components['schemas']['FailureWords'];
      fallbackReply?: string;
      forms?: components['schemas']['Form'][];
      greeting?: string;
      intents?: components['schemas']['Intent'][];
      knowledge?: components['schemas']['KnowledgeUse'];
      languageCode?: string;
      llm?: components['schemas']['LlmChoice'];
      mcpServers?: components['schemas']['McpServer'][];
      models?: components['schemas']['Models'];
      privacy?: components['schemas']['Privacy'];
      prompt?: string;
      speech?: components['schemas']['Speech'];
      timeZone?: string;
      tools?: components['schemas']['Tool'][];
      transfer?: components['schemas']['Transfer'];
      turnTaking?: components['schemas']['TurnTaking'];
      voice?: components['schemas']['VoiceChoice'];
    };
    AgentSettingsPatch: {
      analysis?: components['schemas']['AnalysisPatch'] | null;
      builtInTools?: ('hang_up' | 'transfer' | 'send_dtmf' | 'collect_digits')[] | null;
      calendars?: components['schemas']['Calendar'][] | null;
      carryOn?: components['schemas']['CarryOnPatch'] | null;
      claimCheck?: components['schemas']['ClaimCheckPatch'] | null;
      failure?: components['schemas']['FailureWordsPatch'] | null;
      fallbackReply?: string | null;
      forms?: components['schemas']['Form'][] | null;
      greeting?: string | null;
      intents?: components['schemas']['Intent'][] | null;
      knowledge?: components['schemas']['KnowledgeUsePatch'] | null;
      languageCode?: string | null;
      llm?: components['schemas']['LlmChoicePatch'] | null;
      mcpServers?: components['schemas']['McpServer'][] | null;
      models?: components['schemas']['ModelsPatch'] | null;
      privacy?: components['schemas']['PrivacyPatch'] | null;
      prompt?: string | null;
      speech?: components['schemas']['SpeechPatch'] | null;
      timeZone?: string | null;
      tools?: components['schemas']['Tool'][] | null;
      transfer?: components['schemas']['TransferPatch'] | null;
      turnTaking?: components['schemas']['TurnTakingPatch'] | null;
      voice?: components['schemas']['VoiceChoicePatch'] | null;
    };
    AgentSuggestion: {
      address: string;
      closed: string;
      greeting: string;
      hours: components['schemas']['OpeningSpan'][][];
      instructions: string;
      knowledge: components['schemas']['SuggestedTopic'][];
      languageCode: string | null;
      model: string;
      name: string;
      provider: string;
      tests: components['schemas']['SuggestedTest'][];
    };
    Alert: {
      alert_rule_id: string;
      current_value: number | null;
      /** Format: date-time */
      last_evaluated_at: string | null;
      /** @enum {string} */
      metric:
        | 'turn_latency_p50'
        | 'turn_latency_p95'
        | 'api_errors'
        | 'function_errors'
        | 'call_crashes'
        | 'call_volume';
      name: string;
      /** @enum {string} */
      operator: '>' | '<' | '>=' | '<=';
      project_id: string | null;
      /** Format: date-time */
      since: string;
      threshold_value: number;
      /** @enum {string} */
      window_duration: '5m' | '10m' | '60m';
    };
    AlertRule: {
      /** Format: date-time */
      created_at: string;
      /** @enum {string} */
      current_state: 'ok' | 'alert' | 'no_data' | 'unknown';
      current_value: number | null;
      enabled: boolean;
      id: string;
      /** Format: date-time */
      last_evaluated_at: string | null;
      /** @enum {string} */
      metric:
        | 'turn_latency_p50'
        | 'turn_latency_p95'
        | 'api_errors'
        | 'function_errors'
        | 'call_crashes'
        | 'call_volume';
      name: string;
      /** @enum {string} */
      operator: '>' | '<' | '>=' | '<=';
      project_id: string | null;
      /** Format: date-time */
      since: string;
      threshold_value: number;
      /** Format: date-time */
      updated_at: string;
      /** @enum {string} */
      window_duration: '5m' | '10m' | '60m';
    };
    AlertRulesListResponse: {
      data: components['schemas']['AlertRule'][];
      next_cursor?: string;
    };
    AlertsListResponse: {
      data: components['schemas']['Alert'][];
    };
    AllActiveDeployments: {
      active: components['schemas']['ActiveHere'][];
    };
    Analysis: {
      fields?: {
        [key: string]: unknown;
      };
      modelId?: string;
      provider?: string;
      success?: string;
      summary?: boolean;
    };
    AnalysisPatch: {
      fields?: {
        [key: string]: unknown | null;
      } | null;
      modelId?: string | null;
      provider?: string | null;
      success?: string | null;
      summary?: boolean | null;
    };
    AnalysisSuccess: {
      met: boolean | null;
      reason: string;
      turns: string[];
    };
    AnalysisSummary: {
      text: string;
      turns: string[];
    };
    AnsweredWithinExpectation: {
      /** @constant */
      kind: 'answered-within';
      ms: number;
    };
    AnsweringMachine: {
      /** @enum {string} */
      action: 'hang_up' | 'leave_message' | 'ignore';
      message?: string;
    };
    ApiError: {
      data: null;
      error: string;
      error_code: string;
      error_id: string;
      error_message: string;
      /** @constant */
      success: false;
    };
    ApiKey: {
      agentIds: string[];
      /** Format: date-time */
      createdAt: string;
      environments: ('sandbox' | 'pre-release' | 'live')[];
      /** Format: date-time */
      expiresAt: string | null;
      hint: string;
      id: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      name: string;
      ownerEmail: string;
      /** Format: date-time */
      revokedAt: string | null;
      scopes: (
        | 'agents:read'
        | 'agents:write'
        | 'deployments:read'
        | 'deployments:write'
        | 'deployments:approve'
        | 'deployments:override'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'alerts:read'
        | 'alerts:write'
        | 'connectors:read'
        | 'connectors:write'
        | 'call-tokens:read'
        | 'call-tokens:write'
        | 'calls:read'
        | 'calls:write'
        | 'calls:supervise'
        | 'conversations:read'
        | 'conversations:write'
        | 'secrets:read'
        | 'secrets:write'
        | 'keys:admin'
        | 'keys:delegate'
        | 'people:read'
        | 'people:write'
      )[];
    };
    ApiKeysListResponse: {
      apiKeys: components['schemas']['ApiKey'][];
      nextCursor?: string;
    };
    Approval: {
      agentId: string;
      approvalId: string;
      approvedBy: string;
      comment: string;
      /** Format: date-time */
      createdAt: string;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      version: string;
    };
    ApprovalGate: {
      maxAgeHours?: number;
      people: number;
    };
    Approve: {
      comment?: string;
      version: string;
    };
    AskedTopic: {
      agentId: string;
      calls: number;
      title: string;
    };
    AuditEntry: {
      action: string;
      actorEmail: string;
      actorKeyId: string | null;
      actorPersonId: string | null;
      agentId: string | null;
      correlationId: string | null;
      /** Format: date-time */
      createdAt: string;
      details: unknown;
      id: string;
      resourceId: string;
    };
    AuditLogListResponse: {
      entries: components['schemas']['AuditEntry'][];
      nextCursor?: string;
    };
    Backchannel: {
      /** @default 9 */
      duckDb?: number;
      /** @default true */
      judge?: boolean;
      /** @default  */
      say?: string;
    };
    BackchannelPatch: {
      duckDb?: number | null;
      judge?: boolean | null;
      say?: string | null;
    };
    BeginDebugChat: {
      asrLangCode?: string;
      callee?: string;
      caller?: string;
      channel?: string;
      /** @enum {string} */
      clientEnv: 'draft' | 'sandbox' | 'pre-release' | 'live';
      conversationId?: string;
      integrationAttributes?: {
        [key: string]: unknown;
      };
      message?: string;
      toolAnswers?: {
        [key: string]: unknown;
      };
      ttsLangCode?: string;
      variables?: {
        [key: string]: unknown;
      };
      variantId?: string;
    };
    BeginMonitor: {
      sdp: string;
    };
    Calendar: {
      filler?: components['schemas']['ToolFiller'];
      hours: components['schemas']['CalendarHours'];
      minutes?: number;
      name: string;
      password: string;
      url: string;
      username: string;
    };
    CalendarHours: {
      friday?: components['schemas']['OfferedHours'][];
      monday?: components['schemas']['OfferedHours'][];
      saturday?: components['schemas']['OfferedHours'][];
      sunday?: components['schemas']['OfferedHours'][];
      thursday?: components['schemas']['OfferedHours'][];
      tuesday?: components['schemas']['OfferedHours'][];
      wednesday?: components['schemas']['OfferedHours'][];
    };
    CallerErasure: {
      deleted: number;
      inProgress: number;
    };
    CallMonitor: {
      monitorId: string;
      sdp: string;
    };
    CallToken: {
      caller: string | null;
      callTokenId: string;
      connectorId: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      maxCallSeconds: number | null;
      maxConcurrentCalls: number | null;
      mintedBy: string;
      origins: string[];
      /** Format: date-time */
      revokedAt: string | null;
      used: number;
      uses: number;
      variantId: string | null;
    };
    CallTokensListResponse: {
      callTokens: components['schemas']['CallToken'][];
      nextCursor?: string;
    };
    CarryOn: {
      message?: string;
    };
    CarryOnPatch: {
      message?: string | null;
    };
    CaseDraftsDraftResponse: {
      testCase: components['schemas']['TestCaseBody'];
    };
    ChangeMyself: {
      alertMails?: boolean;
      currentPassword?: string;
      name?: string;
      password?: string;
      weeklyMails?: boolean;
    };
    ChangePerson: {
      name?: string;
      /** @enum {string} */
      role?: 'viewer' | 'editor' | 'owner';
    };
    ChangeTestSet: {
      enabled?: boolean;
      /** @enum {string} */
      mode?: 'default' | 'traditional' | 'end-to-end';
      name?: string;
      variantId?: string | null;
    };
    ClaimCheck: {
      /** @enum {string} */
      mode?: 'off' | 'warn' | 'hold';
      onFailure?: string;
    };
    ClaimCheckPatch: {
      /** @enum {string|null} */
      mode?: 'off' | 'warn' | 'hold' | null;
      onFailure?: string | null;
    };
    Comment: {
      text: string;
    };
    Connector: {
      accountId: string;
      asrLangCode: string;
      /** @enum {string} */
      clientEnv: 'sandbox' | 'pre-release' | 'live';
      connectorId: string;
      /** Format: date-time */
      createdAt: string;
      disableHandoff: boolean;
      mintsCallTokens: boolean;
      name: string;
      projectId: string;
      publicAccess: components['schemas']['ConnectorPublicAccess'] | null;
      ttsLangCode: string;
      /** Format: date-time */
      updatedAt: string;
      variantId: string;
      voiceName: string;
      widgetLook: components['schemas']['WidgetLook'];
    };
    ConnectorIds: {
      connectorIds: string[];
    };
    ConnectorPublicAccess: {
      callsPerMinutePerAddress: number;
      maxCallSeconds: number;
      maxConcurrentCalls: number;
      origins: string[];
    };
    ConnectorsGetBatchResponse: {
      found: components['schemas']['Connector'][];
      notFound: string[];
    };
    ConnectorsListResponse: {
      connectors: components['schemas']['Connector'][];
    };
    ConnectorsUpdateBatchResponse: {
      results: components['schemas']['ConnectorUpdateResult'][];
    };
    ConnectorUpdate: {
      asrLangCode?: string | null;
      /** @enum {string} */
      clientEnv?: 'sandbox' | 'pre-release' | 'live';
      connectorId: string;
      disableHandoff?: boolean;
      mintsCallTokens?: boolean;
      name?: string;
      projectId?: string;
      publicAccess?:
        | ((components['schemas']['PublicAccess'] | null) | null)
        | components['schemas']['PublicAccess']
        | null;
      ttsLangCode?: string | null;
      variantId?: string | null;
      voiceName?: string | null;
      widgetLook?: components['schemas']['WidgetLook'];
    };
    ConnectorUpdateResult: {
      connectorId: string;
      data?: components['schemas']['Connector'];
      error?: string;
      success: boolean;
    };
    ContainsExpectation: {
      /** @constant */
      kind: 'contains';
      text: string;
    };
    ContinueDebugChat: {
      asrLangCode?: string;
      channel?: string;
      /** @enum {string} */
      clientEnv?: 'draft' | 'sandbox' | 'pre-release' | 'live';
      conversationId?: string;
      integrationAttributes?: {
        [key: string]: unknown;
      };
      message: string;
      toolAnswers?: {
        [key: string]: unknown;
      };
      ttsLangCode?: string;
      variantId?: string;
    };
    Conversation: {
      accountId: string;
      adapter: string;
      agentId: string;
      apiErrors: number;
      artifactVersion: string | null;
      callee: string | null;
      caller: string | null;
      callSid: string | null;
      /** Format: date-time */
      connectedAt: string | null;
      connectorId: string | null;
      crashed: boolean;
      deploymentId: string | null;
      durationMs: number | null;
      /** Format: date-time */
      endedAt: string | null;
      endReason: string | null;
      experimentArm: string | null;
      experimentId: string | null;
      failure: components['schemas']['ConversationFailure'] | null;
      functionErrors: number;
      id: string;
      mode: string;
      /** @enum {string|null} */
      outcome: 'completed' | 'failed' | 'not-connected' | null;
      rating: number | null;
      rolloutId: string | null;
      rolloutShare: number | null;
      sessionId: string;
      /** Format: date-time */
      startedAt: string;
      success: boolean | null;
      summary: string | null;
      tags: string[];
      /** @enum {string} */
      target: 'draft' | 'sandbox' | 'pre-release' | 'live';
      /** @enum {string|null} */
      unrecorded: 'storage-limit' | 'record-size' | null;
      variantId: string | null;
      version: string | null;
      waveform: components['schemas']['Waveform'] | null;
    };
    ConversationAnalysis: {
      fields?: components['schemas']['ExtractedFields'];
      model?: string;
      provider?: string;
      reason?: string;
      /** @enum {string} */
      state: 'pending' | 'done' | 'skipped' | 'failed';
      success?: components['schemas']['AnalysisSuccess'];
      summary?: components['schemas']['AnalysisSummary'];
    };
    ConversationComment: {
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      id: string;
      text: string;
    };
    ConversationCost: {
      conversationId: string;
      cost: number | null;
      currency: string | null;
      usage: components['schemas']['PricedUsage'][];
    };
    ConversationDetail: {
      accountId: string;
      adapter: string;
      agentId: string;
      analysis: components['schemas']['ConversationAnalysis'] | null;
      apiErrors: number;
      artifactVersion: string | null;
      audio: components['schemas']['RecordingInfo'] | null;
      callee: string | null;
      caller: string | null;
      callSid: string | null;
      comments: components['schemas']['ConversationComment'][];
      /** Format: date-time */
      connectedAt: string | null;
      connectorId: string | null;
      crashed: boolean;
      deploymentId: string | null;
      durationMs: number | null;
      /** Format: date-time */
      endedAt: string | null;
      endReason: string | null;
      events: components['schemas']['ConversationEvent'][];
      experimentArm: string | null;
      experimentId: string | null;
      failure: components['schemas']['ConversationFailure'] | null;
      functionErrors: number;
      id: string;
      media: unknown;
      metadata: {
        [key: string]: unknown;
      } | null;
      mode: string;
      /** @enum {string|null} */
      outcome: 'completed' | 'failed' | 'not-connected' | null;
      rating: number | null;
      rolloutId: string | null;
      rolloutShare: number | null;
      sessionId: string;
      /** Format: date-time */
      startedAt: string;
      success: boolean | null;
      summary: string | null;
      tags: string[];
      /** @enum {string} */
      target: 'draft' | 'sandbox' | 'pre-release' | 'live';
      turns: components['schemas']['Turn'][];
      /** @enum {string|null} */
      unrecorded: 'storage-limit' | 'record-size' | null;
      usage: components['schemas']['ProviderUsage'][];
      variantId: string | null;
      version: string | null;
    };
    ConversationEvent: {
      /** Format: date-time */
      at: string;
      details: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      kind:
        | 'tool-call'
        | 'knowledge'
        | 'claim'
        | 'form'
        | 'transfer'
        | 'dtmf'
        | 'overlap'
        | 'answer-discarded'
        | 'carry-on'
        | 'supervision'
        | 'fault';
    };
    ConversationExchange: {
      agent_response: string;
      /** Format: date-time */
      startedAt: string;
      user_input: string;
    };
    ConversationFailure: {
      code: string;
      message: string;
    };
    ConversationFilter: {
      agentId?: string;
      caller?: string;
      connectorId?: string;
      crashed?: boolean;
      days?: number;
      deploymentId?: string;
      endReason?: string;
      /** Format: date-time */
      from?: string;
      maxSeconds?: number;
      minSeconds?: number;
      /** @enum {string} */
      mode?: 'end-to-end' | 'traditional' | 'echo' | 'text';
      /** @enum {string} */
      outcome?: 'completed' | 'failed' | 'not-connected';
      running?: boolean;
      search?: string;
      success?: boolean;
      tag?: string;
      /** @enum {string} */
      target?: 'draft' | 'sandbox' | 'pre-release' | 'live';
      /** Format: date-time */
      to?: string;
      withErrors?: boolean;
    };
    ConversationsListResponse: {
      conversations: components['schemas']['Conversation'][];
      nextCursor?: string;
    };
    ConversationTags: {
      tags: string[];
    };
    CreateAgent: {
      agentId?: string;
      experimentalConfig?: {
        [key: string]: unknown;
      };
      llmSettings?: components['schemas']['LlmSettings'];
      name: string;
      responseSettings?: components['schemas']['ResponseSettings'];
      voiceSettings?: components['schemas']['VoiceSettings'];
    };
    CreateApiKey: {
      agentIds?: string[];
      environments?: ('sandbox' | 'pre-release' | 'live')[];
      /** Format: date-time */
      expiresAt?: string;
      name: string;
      /** Format: email */
      ownerEmail?: string;
      scopes: (
        | 'agents:read'
        | 'agents:write'
        | 'deployments:read'
        | 'deployments:write'
        | 'deployments:approve'
        | 'deployments:override'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'alerts:read'
        | 'alerts:write'
        | 'connectors:read'
        | 'connectors:write'
        | 'call-tokens:read'
        | 'call-tokens:write'
        | 'calls:read'
        | 'calls:write'
        | 'calls:supervise'
        | 'conversations:read'
        | 'conversations:write'
        | 'secrets:read'
        | 'secrets:write'
        | 'keys:admin'
        | 'keys:delegate'
        | 'people:read'
        | 'people:write'
      )[];
    };
    CreateConnector: {
      asrLangCode?: string | null;
      /** @enum {string} */
      clientEnv?: 'sandbox' | 'pre-release' | 'live';
      disableHandoff?: boolean;
      mintsCallTokens?: boolean;
      name: string;
      publicAccess?:
        | ((components['schemas']['PublicAccess'] | null) | null)
        | components['schemas']['PublicAccess']
        | null;
      ttsLangCode?: string | null;
      variantId?: string | null;
      voiceName?: string | null;
      widgetLook?: components['schemas']['WidgetLook'];
    };
    CreateEndpoint: {
      enabled?: boolean;
      event_types: (
        | 'alerts.triggered'
        | 'alerts.resolved'
        | 'conversation.started'
        | 'conversation.ended'
        | 'conversation.form_completed'
        | 'conversation.analyzed'
        | 'outbound_call.ended'
        | 'deployment.rolled_back'
        | 'experiment.ended'
      )[];
      headers?: {
        [key: string]: string;
      };
      name: string;
      timeout_ms?: number;
      url: string;
    };
    CreateOutboundCall: {
      answeringMachine?: components['schemas']['AnsweringMachine'];
      countryCode?: string;
      /** @enum {string} */
      encryption?: 'as-offered' | 'required' | 'tls_srtp';
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      expiresInSeconds?: number;
      fromNumber?: string;
      metadata?: {
        [key: string]: string | number | boolean;
      };
      ringSeconds?: number;
      toNumber: string;
      variantId?: string;
    };
    CreateRule: {
      enabled?: boolean;
      /** @enum {string} */
      metric:
        | 'turn_latency_p50'
        | 'turn_latency_p95'
        | 'api_errors'
        | 'function_errors'
        | 'call_crashes'
        | 'call_volume';
      name: string;
      /** @enum {string} */
      operator: '>' | '<' | '>=' | '<=';
      project_id?: string | null;
      threshold_value: number;
      /** @enum {string} */
      window_duration: '5m' | '10m' | '60m';
    };
    CreateTopic: {
      actions?: string;
      /** @description What the agent knows of it: text or Markdown, up to 20,000 characters. */
      content?: string;
      exampleQueries?: components['schemas']['ExampleQueries'];
      isActive?: boolean;
      name: string;
    };
    CreateTrunk: {
      allowedAddresses?: string[];
      allowedPrefixes?: string[];
      blockedPrefixes?: string[];
      /** @enum {string} */
      callerIdentity?: 'from' | 'asserted' | 'both';
      codecs?: ('opus' | 'G722' | 'PCMU' | 'PCMA')[];
      countryCode?: string | null;
      defaultConnectorId?: string | null;
      earlyMedia?: boolean;
      enabled?: boolean;
      host?: string | null;
      localNumbers?: string[];
      loginPassword?: string | null;
      loginUsername?: string | null;
      maxCalls?: number;
      maxCallsPerSecond?: number;
      name: string;
      password?: string | null;
      port?: number | null;
      quietHours?: components['schemas']['NewQuietHours'];
      register?: boolean;
      /** @enum {string} */
      security?: 'as-offered' | 'required';
      /** @enum {string} */
      transport?: 'udp' | 'tcp' | 'tls';
      username?: string | null;
    };
    DailyFigures: {
      answers: number;
      calls: number;
      callSeconds: number;
      /** Format: date */
      day: string;
      failed: number;
      interruptions: number;
      latencyP50Ms: number | null;
      latencyP95Ms: number | null;
      notConnected: number;
      providerErrors: number;
      toolErrors: number;
    };
    DailyFiguresReport: {
      days: components['schemas']['DailyFigures'][];
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
    };
    DebugChat: {
      conversationEnded: boolean;
      conversationId: string;
      delayedResponse: boolean;
      metadata: components['schemas']['DebugChatMetadata'];
      response: string;
      userInput: string;
    };
    DebugChatMetadata: {
      currentNode: string | null;
      durationMs: number;
      functionEvents: components['schemas']['FunctionEvent'][];
      greeting: string;
      metrics: {
        [key: string]: unknown;
      };
      nodeTrace: string[];
      retrievedTopics: components['schemas']['RetrievedTopic'][];
      state: {
        [key: string]: unknown;
      };
      variables: components['schemas']['DebugChatVariable'][];
      warnings: components['schemas']['DebugChatWarning'][];
    };
    DebugChatVariable: {
      defaulted: boolean;
      name: string;
      used: boolean;
      value: string | null;
    };
    DebugChatWarning: {
      code: string;
      message: string;
    };
    DeletedConnector: {
      deletedConnector: string;
      deletedPhoneNumbers: string[];
    };
    DeletedPhoneNumbers: {
      deleted: string[];
      errors?: components['schemas']['PhoneNumberError'][];
    };
    DeliveryCounts: {
      delivered: number;
      failed: number;
      pending: number;
    };
    DemoBooking: {
      conversationId: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date */
      date: string;
      id: string;
      name: string;
      people: number;
      phone: string;
      time: string;
    };
    DemoBookingsListResponse: {
      bookings: components['schemas']['DemoBooking'][];
    };
    DemoLineGetResponse: {
      agentId?: string;
      sipUri?: string;
    };
    Deployment: {
      accountId: string;
      agentId: string;
      artifactVersion: string;
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      id: string;
      metadata: components['schemas']['DeploymentMetadata'];
      version: string;
    };
    DeploymentMetadata: {
      deployment_message: string;
      /** @enum {string} */
      deployment_type: 'publish' | 'promotion' | 'rollback';
      lambda_deployment_version: string;
      rollback_evidence?: components['schemas']['RollbackEvidence'];
      rollout_deployment_id?: string;
      rollout_id?: string;
      rollout_share?: number;
      source_deployment_id?: string;
      warnings?: components['schemas']['DocumentWarning'][];
    };
    DeploymentMutation: {
      deployment: components['schemas']['Deployment'];
      testRunIds: string[];
    };
    DeploymentsActiveResponse: {
      activeDeployments: components['schemas']['ActiveDeployments'];
    };
    DeploymentsDiffResponse: {
      changes: components['schemas']['FieldChange'][];
      from: components['schemas']['VersionName'];
      to: components['schemas']['VersionName'];
    };
    DeploymentsListResponse: {
      deployments: components['schemas']['Deployment'][];
      nextCursor?: string;
    };
    DidNotStopExpectation: {
      /** @constant */
      kind: 'did-not-stop';
    };
    DocumentWarning: {
      code: string;
      message: string;
      path: string;
    };
    Draft: {
      agentId: string;
      document: components['schemas']['AgentDocument'];
      revision: number;
      /** Format: date-time */
      updatedAt: string;
      updatedBy: string;
      version: string;
      warnings: components['schemas']['DocumentWarning'][];
    };
    DuplicateAgent: {
      /** @deprecated */
      agentId?: string;
      /** @deprecated */
      name?: string;
      newAgentId?: string;
      newAgentName?: string;
    };
    EmbeddingsService: {
      model?: string;
      url?: string;
    };
    EndedByExpectation: {
      /** @enum {string} */
      by: 'agent' | 'caller';
      /** @constant */
      kind: 'ended-by';
    };
    Endpointing: {
      /** @default true */
      beginEarly?: boolean;
      /** @default 300 */
      completeMs?: number;
      /** @default 3 */
      earlyAttempts?: number;
      /** @default 1500 */
      maxMs?: number;
      /** @default 500 */
      minMs?: number;
      /** @default 900 */
      unclearMs?: number;
    };
    EndpointingPatch: {
      beginEarly?: boolean | null;
      completeMs?: number | null;
      earlyAttempts?: number | null;
      maxMs?: number | null;
      minMs?: number | null;
      unclearMs?: number | null;
    };
    EndsCallExpectation: {
      /** @constant */
      kind: 'ends-call';
    };
    EndToEndService: {
      /** @enum {string} */
      dialect?: 'auto' | 'ga' | 'beta';
      model?: string;
      transcriptionModel?: string;
      url?: string;
      voice?: string;
    };
    EvidenceLine: {
      /** @enum {string} */
      against: 'other version' | 'limit';
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
      points: components['schemas']['EvidencePoint'][];
      threshold: number;
    };
    EvidencePoint: {
      /** Format: date-time */
      at: string;
      calls: number;
      evidence: number;
    };
    ExampleQueries: {
      queries: string[];
    };
    Experiment: {
      agentId: string;
      arms: components['schemas']['ExperimentArm'][];
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      deploymentId: string;
      /** Format: date-time */
      endedAt: string | null;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      experimentId: string;
      metrics: (
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time'
      )[];
      name: string;
      reason: string | null;
      rule: components['schemas']['ExperimentRule'] | null;
      /** @enum {string} */
      state: 'running' | 'decided' | 'stopped' | 'superseded';
      winner: string | null;
      worthwhile: components['schemas']['WorthwhileDifferences'];
    };
    ExperimentArm: {
      deploymentId: string;
      name: string;
      variantId: string | null;
      weight: number;
    };
    ExperimentArmResult: {
      arm: string;
      calls: number;
      callsNeeded: number | null;
      callsStillNeeded: number | null;
      difference?: components['schemas']['ExperimentDifference'];
      events?: number;
      interval: number[] | null;
      value: number | null;
    };
    ExperimentDifference: {
      interval: number[] | null;
      value: number | null;
      /** @enum {string} */
      verdict: 'better' | 'worse' | 'unclear';
    };
    ExperimentResult: {
      arms: components['schemas']['ExperimentArmResult'][];
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
      worthwhile: number;
    };
    ExperimentRule: {
      callsPerArm: number;
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
    };
    ExperimentsGetResponse: {
      experiment: components['schemas']['Experiment'] | null;
    };
    ExperimentsPromoteResponse: {
      experiment: components['schemas']['Experiment'];
    };
    ExperimentsPutResponse: {
      experiment: components['schemas']['Experiment'];
    };
    ExperimentsResultsResponse: {
      experiment: components['schemas']['Experiment'] | null;
      results: components['schemas']['ExperimentResult'][];
    };
    ExtractedFields: {
      turns: {
        [key: string]: string[];
      };
      values: {
        [key: string]: unknown;
      };
    };
    FailureWords: {
      goodbye?: string;
      waiting?: components['schemas']['WaitingWords'];
    };
    FailureWordsPatch: {
      goodbye?: string | null;
      waiting?: components['schemas']['WaitingWordsPatch'] | null;
    };
    FieldChange: {
      after?: unknown;
      before?: unknown;
      path: string;
      resolved?: boolean;
    };
    Form: {
      fields: components['schemas']['FormField'][];
      name: string;
      review?: string;
      then: components['schemas']['FormEnd'];
      /** @enum {string} */
      unanswered?: 'skip' | 'transfer' | 'leave';
      when: string[];
    };
    FormEnd: {
      failed?: string;
      say?: string;
      tool?: string;
      transfer?: string;
    };
    FormField: {
      ask: string;
      choices?: string[];
      confirm?: boolean;
      from?: string;
      name: string;
      optional?: boolean;
      /** @enum {string} */
      type:
        | 'text'
        | 'name'
        | 'spelled'
        | 'number'
        | 'date'
        | 'time'
        | 'datetime'
        | 'duration'
        | 'phone'
        | 'email'
        | 'money'
        | 'choice'
        | 'yes-no'
        | 'postcode';
      until?: string;
    };
    FunctionEvent: {
      arguments: {
        [key: string]: unknown;
      };
      durationMs: number | null;
      name: string;
      /** @enum {string|null} */
      outcome: 'ok' | 'error' | 'timeout' | 'unknown' | null;
      output: string | null;
    };
    GateRules: {
      approvals?: components['schemas']['ApprovalGate'];
      noFiringAlerts?: boolean;
      soak?: components['schemas']['SoakGate'];
      tests?: components['schemas']['TestGate'][];
    };
    GatesApproveResponse: {
      approval: components['schemas']['Approval'];
    };
    GatesGetResponse: {
      gates: components['schemas']['GateRules'];
      /** Format: date-time */
      updatedAt: string | null;
      updatedBy: string | null;
    };
    GatesListApprovalsResponse: {
      approvals: components['schemas']['Approval'][];
    };
    GatesPutResponse: {
      gates: components['schemas']['GateRules'];
      /** Format: date-time */
      updatedAt: string | null;
      updatedBy: string | null;
    };
    GatesStatesResponse: {
      gates: components['schemas']['GateState'][];
      version: string;
    };
    GateState: {
      /** @enum {string} */
      gate: 'tests' | 'soak' | 'approvals' | 'alerts';
      links: string[];
      /** @enum {string} */
      state: 'passed' | 'holding' | 'not-asked';
      words: string;
    };
    GiveBack: {
      note?: string;
    };
    Health: {
      activeSessions: number;
      region: string;
      /** @constant */
      status: 'healthy';
    };
    HeardRightExpectation: {
      /** @constant */
      kind: 'heard-right';
      maxWordErrorRate: number;
    };
    IceServer: {
      credential?: string;
      urls: string[];
      username?: string;
    };
    IceServersListResponse: {
      iceServers: components['schemas']['IceServer'][];
    };
    ImportPhoneNumber: {
      /** @enum {string} */
      clientEnv?: 'sandbox' | 'pre-release' | 'live';
    };
    ImportPhoneNumbers: {
      /** @enum {string} */
      clientEnv?: 'sandbox' | 'pre-release' | 'live';
      phoneNumbers: string[];
    };
    Instance: {
      activeSessions: number;
      instanceId: string;
      maxSessions: number;
      /** Format: date-time */
      seenAt: string;
      self: boolean;
      /** Format: date-time */
      startedAt: string;
      /** @enum {string} */
      state: 'ready' | 'full' | 'draining';
      version: string;
    };
    InstanceDetails: {
      activeSessions: number;
      address?: string;
      instanceId: string;
      maxSessions: number;
      /** Format: date-time */
      seenAt: string;
      self: boolean;
      /** Format: date-time */
      startedAt: string;
      /** @enum {string} */
      state: 'ready' | 'full' | 'draining';
      version: string;
    };
    InstanceSetting: {
      isDefault: boolean;
      meaning: string;
      name: string;
      value: number | boolean;
    };
    InstanceSettings: {
      settings: components['schemas']['InstanceSetting'][];
      title: string;
    };
    InstancesListResponse: {
      instances: components['schemas']['Instance'][];
    };
    InstancesSettingsResponse: {
      sections: components['schemas']['InstanceSettings'][];
    };
    Intent: {
      endsCall?: boolean;
      examples: string[];
      keys?: string[];
      name: string;
      reply: string;
    };
    Interruption: {
      /** @default true */
      enabled?: boolean;
      /** @default true */
      greeting?: boolean;
      /** @default 100 */
      minMs?: number;
      /** @default 0 */
      minWords?: number;
      /** @default 2000 */
      resumeAfterMs?: number;
    };
    InterruptionPatch: {
      enabled?: boolean | null;
      greeting?: boolean | null;
      minMs?: number | null;
      minWords?: number | null;
      resumeAfterMs?: number | null;
    };
    Invitation: {
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      email: string;
      emailRefused: boolean;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    InvitationsAcceptResponse: {
      csrfToken: string;
      user: components['schemas']['SignedInUser'];
    };
    InvitationsListResponse: {
      invitations: components['schemas']['Invitation'][];
      nextCursor?: string;
    };
    Invite: {
      /** Format: email */
      email: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    IssueStudioToken: {
      /** @enum {string} */
      target?: 'draft' | 'sandbox' | 'pre-release' | 'live';
      variantId?: string;
    };
    JsonSchema: {
      [key: string]: unknown;
    };
    JudgedExpectation: {
      criterion: string;
      /** @constant */
      kind: 'judged';
    };
    JudgedMetric: {
      atLeast?: number;
      criterion: string;
      /** @constant */
      kind: 'judged';
      name: string;
    };
    KnowledgeDocument: {
      /** Format: date-time */
      createdAt: string;
      embedding: components['schemas']['KnowledgeEmbedding'];
      id: string;
      /** @enum {string} */
      mediaType: 'text/markdown' | 'text/plain' | 'text/html' | 'application/pdf';
      name: string;
      pages: number | null;
      passages: number;
      sha256: string;
      sizeBytes: number;
      /** Format: date-time */
      updatedAt: string;
    };
    KnowledgeDocumentPassage: {
      text: string;
      title: string;
    };
    KnowledgeEmbedding: {
      detail?: string;
      passages: number;
      reason?: string;
      /** @enum {string} */
      state: 'off' | 'waiting' | 'done' | 'failed';
    };
    KnowledgeUse: {
      maxPassages?: number;
      minSimilarity?: number;
      /** @enum {string} */
      mode?: 'ahead' | 'tool' | 'off';
      tokenBudget?: number;
    };
    KnowledgeUsePatch: {
      maxPassages?: number | null;
      minSimilarity?: number | null;
      /** @enum {string|null} */
      mode?: 'ahead' | 'tool' | 'off' | null;
      tokenBudget?: number | null;
    };
    LanguageModelService: {
      model?: string;
      url?: string;
    };
    LastedAtMostExpectation: {
      /** @constant */
      kind: 'lasted-at-most';
      ms: number;
    };
    ListedOutboundCall: {
      agentId: string;
      /** Format: date-time */
      answeredAt: string | null;
      /** @enum {string|null} */
      answeredBy: 'person' | 'voicemail' | 'fax' | 'recording' | 'unknown' | null;
      callSid: string;
      conversationId: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      endedAt: string | null;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      /** Format: date-time */
      expiresAt: string;
      fromNumber: string;
      reason: string | null;
      sipStatus: number | null;
      /** @enum {string} */
      status: 'QUEUED' | 'CALLING' | 'SUCCESS' | 'FAILURE';
      toNumber: string;
      trunkId: string;
      variantId: string | null;
    };
    LlmChoice: {
      modelId?: string;
      temperature?: number;
    };
    LlmChoicePatch: {
      modelId?: string | null;
      temperature?: number | null;
    };
    LlmSettings: {
      modelId?: string;
    };
    LocalModelServer: {
      models: string[];
      /** @enum {string} */
      preset:
        | 'openai'
        | 'gemini'
        | 'deepgram'
        | 'elevenlabs'
        | 'cartesia'
        | 'azure-openai'
        | 'groq'
        | 'mistral'
        | 'anthropic'
        | 'ollama'
        | 'lm-studio'
        | 'vllm'
        | 'llama-cpp'
        | 'localai'
        | 'speaches'
        | 'kokoro-fastapi'
        | 'openai-compatible';
      title: string;
      url: string;
    };
    LookupConnector: {
      phoneNumber: string;
    };
    MatchesExpectation: {
      /** @constant */
      kind: 'matches';
      pattern: string;
    };
    McpServer: {
      durable?: boolean;
      filler?: components['schemas']['ToolFiller'];
      headers?: {
        [key: string]: string;
      };
      name: string;
      repeatable?: boolean;
      timeoutMs?: number;
      tools: string[];
      url: string;
    };
    MeasuredMetric: {
      atMost: number;
      /** @constant */
      kind: 'measured';
      /** @enum {string} */
      measure: 'turns' | 'seconds' | 'toolCalls' | 'slowestAnswerMs';
    };
    MintCallToken: {
      caller?: string;
      maxCallSeconds?: number;
      maxConcurrentCalls?: number;
      origins?: string[];
      ttlSeconds?: number;
      uses?: number;
      variables?: {
        [key: string]: string | number | boolean;
      };
      variantId?: string;
    };
    Models: {
      endToEnd?: components['schemas']['ModelStage'];
      traditional?: components['schemas']['TraditionalModels'];
    };
    ModelsPatch: {
      endToEnd?: components['schemas']['ModelStagePatch'] | null;
      traditional?: components['schemas']['TraditionalModelsPatch'] | null;
    };
    ModelStage: {
      fallbacks?: components['schemas']['ProviderChoice'][];
      modelId?: string;
      options?: {
        [key: string]: unknown;
      };
      provider: string;
    };
    ModelStagePatch: {
      fallbacks?: components['schemas']['ProviderChoice'][] | null;
      modelId?: string | null;
      options?: {
        [key: string]: unknown | null;
      } | null;
      provider?: string;
    };
    NewApiKey: {
      agentIds: string[];
      /** Format: date-time */
      createdAt: string;
      environments: ('sandbox' | 'pre-release' | 'live')[];
      /** Format: date-time */
      expiresAt: string | null;
      hint: string;
      id: string;
      key: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      name: string;
      ownerEmail: string;
      /** Format: date-time */
      revokedAt: string | null;
      scopes: (
        | 'agents:read'
        | 'agents:write'
        | 'deployments:read'
        | 'deployments:write'
        | 'deployments:approve'
        | 'deployments:override'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'alerts:read'
        | 'alerts:write'
        | 'connectors:read'
        | 'connectors:write'
        | 'call-tokens:read'
        | 'call-tokens:write'
        | 'calls:read'
        | 'calls:write'
        | 'calls:supervise'
        | 'conversations:read'
        | 'conversations:write'
        | 'secrets:read'
        | 'secrets:write'
        | 'keys:admin'
        | 'keys:delegate'
        | 'people:read'
        | 'people:write'
      )[];
    };
    NewApprovalGate: {
      maxAgeHours?: number;
      people: number;
    };
    NewCallToken: {
      caller: string | null;
      callTokenId: string;
      connectorId: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      maxCallSeconds: number | null;
      maxConcurrentCalls: number | null;
      mintedBy: string;
      origins: string[];
      /** Format: date-time */
      revokedAt: string | null;
      token: string;
      used: number;
      uses: number;
      variantId: string | null;
    };
    NewConnector: {
      accountId: string;
      asrLangCode: string;
      /** @enum {string} */
      clientEnv: 'sandbox' | 'pre-release' | 'live';
      connectorId: string;
      /** Format: date-time */
      createdAt: string;
      disableHandoff: boolean;
      mintsCallTokens: boolean;
      name: string;
      projectId: string;
      publicAccess: components['schemas']['ConnectorPublicAccess'] | null;
      token: string;
      ttsLangCode: string;
      /** Format: date-time */
      updatedAt: string;
      variantId: string;
      voiceName: string;
      widgetLook: components['schemas']['WidgetLook'];
    };
    NewExperimentArm: {
      name: string;
      variantId?: string;
      version?: string;
      weight: number;
    };
    NewExperimentRule: {
      callsPerArm: number;
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
    };
    NewInvitation: {
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      email: string;
      emailed: boolean;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      invitationUrl: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    NewQuietHours: {
      end: string;
      start: string;
      timeZone: string;
    } | null;
    NewRollout: {
      guards?: components['schemas']['NewRolloutGuard'][];
      steps: components['schemas']['NewRolloutStep'][];
    };
    NewRolloutGuard: {
      maximumP95Ms?: number;
      maximumPercent?: number;
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
      samplePercent?: number;
    };
    NewRolloutStep: {
      calls?: number;
      minutes?: number;
      share: number;
    };
    NewRuleQuietHours: {
      end: string;
      start: string;
      timeZone: string;
    } | null;
    NewSoakGate: {
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      minutes: number;
    };
    NewTestGate: {
      maxAgeHours?: number;
      of: number;
      passes: number;
      testSetId: string;
    };
    NewTestSet: {
      cases?: components['schemas']['TestCaseBody'][];
      enabled?: boolean;
      /** @enum {string} */
      mode?: 'default' | 'traditional' | 'end-to-end';
      name: string;
      variantId?: string | null;
    };
    NewWebhookEndpoint: {
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      event_types: (
        | 'alerts.triggered'
        | 'alerts.resolved'
        | 'conversation.started'
        | 'conversation.ended'
        | 'conversation.form_completed'
        | 'conversation.analyzed'
        | 'outbound_call.ended'
        | 'deployment.rolled_back'
        | 'experiment.ended'
      )[];
      headers: {
        [key: string]: string;
      };
      id: string;
      name: string;
      signing_secret: string;
      timeout_ms: number;
      /** Format: date-time */
      updated_at: string;
      /** Format: uri */
      url: string;
    };
    NewWorthwhile: {
      crashes?: number;
      early_hang_ups?: number;
      failures?: number;
      provider_errors?: number;
      response_time?: number;
      tool_errors?: number;
      transfers?: number;
    };
    Noise: {
      /** @default 7 */
      overBackgroundDb?: number;
      /**
       * @default none
       * @enum {string}
       */
      suppression?: 'none' | 'rnnoise';
    };
    NoisePatch: {
      overBackgroundDb?: number | null;
      /** @enum {string|null} */
      suppression?: 'none' | 'rnnoise' | null;
    };
    NotContainsExpectation: {
      /** @constant */
      kind: 'not-contains';
      text: string;
    };
    OfferedHours: {
      from: string;
      until: string;
    };
    OneConversation: {
      conversation: components['schemas']['ConversationDetail'];
    };
    OneDeployment: {
      deployment: components['schemas']['Deployment'];
    };
    OneTestCase: {
      testCase: components['schemas']['TestCase'];
    };
    OneTestRun: {
      testRun: components['schemas']['TestRun'];
    };
    OneTestSet: {
      testSet: components['schemas']['TestSet'];
    };
    OpeningSpan: {
      from: string;
      until: string;
    };
    OutboundCall: {
      callSid: string;
      /** @enum {string} */
      status: 'QUEUED' | 'CALLING' | 'SUCCESS' | 'FAILURE';
    };
    OutboundCallList: {
      nextCursor?: string;
      outboundCalls: components['schemas']['ListedOutboundCall'][];
    };
    OutboundCallReport: {
      /** @enum {string} */
      answeredBy?: 'person' | 'voicemail' | 'fax' | 'recording' | 'unknown';
      callSid: string;
      /** @enum {string} */
      reason?:
        | 'busy'
        | 'no_answer'
        | 'rejected'
        | 'unknown_number'
        | 'unreachable'
        | 'trunk_refused'
        | 'not_allowed'
        | 'agent_unavailable'
        | 'limit'
        | 'quiet_hours'
        | 'expired'
        | 'account_suspended'
        | 'cancelled'
        | 'interrupted'
        | 'no_audio'
        | 'answering_machine'
        | 'fax'
        | 'message_left'
        | 'failed';
      sipStatus?: number;
      /** @enum {string} */
      status: 'QUEUED' | 'CALLING' | 'SUCCESS' | 'FAILURE';
    };
    OutboundRules: {
      allowedPrefixes?: string[];
      blockedPrefixes?: string[];
      quietHours?: components['schemas']['NewRuleQuietHours'];
    };
    OutboundRuleSet: {
      allowedPrefixes: string[];
      blockedPrefixes: string[];
      quietHours: components['schemas']['QuietHours'] | null;
    };
    OutcomeCounts: {
      answered: number;
      calls: number;
      callSeconds: number;
      failed: number;
      handedOver: number;
      judged: number;
      notConnected: number;
      successful: number;
    };
    OutcomeDay: {
      answered: number;
      calls: number;
      /** Format: date */
      day: string;
      failed: number;
      handedOver: number;
      notConnected: number;
    };
    OutcomeFailure: {
      calls: number;
      code: string;
      message: string;
    };
    OutcomeHour: {
      calls: number;
      hour: number;
      weekday: number;
    };
    OutcomeReport: {
      before: components['schemas']['OutcomeCounts'];
      days: components['schemas']['OutcomeDay'][];
      failures: components['schemas']['OutcomeFailure'][];
      /** Format: date-time */
      from: string;
      hours: components['schemas']['OutcomeHour'][];
      now: components['schemas']['OutcomeCounts'];
      timeZone: string;
      /** Format: date-time */
      to: string;
    };
    OverrideGates: {
      reason: string;
    };
    PageCallToken: {
      /** Format: date-time */
      expiresAt: string;
      token: string;
    };
    PatchConfigVariables: {
      variables: {
        [key: string]: unknown;
      };
    };
    PatchDraft: {
      document: components['schemas']['AgentDocumentPatch'];
      revision: number;
    };
    PendingDeployment: {
      agentId: string;
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      deploymentId: string | null;
      deploymentMessage: string;
      /** Format: date-time */
      endedAt: string | null;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      /** Format: date-time */
      expiresAt: string;
      gates: components['schemas']['GateState'][];
      pendingDeploymentId: string;
      reason: string | null;
      sourceDeploymentId: string | null;
      /** @enum {string} */
      state: 'waiting' | 'completed' | 'cancelled' | 'expired' | 'superseded' | 'failed';
      /** @enum {string} */
      type: 'publish' | 'promotion' | 'rollback';
      version: string;
    };
    PendingDeploymentsCancelResponse: {
      pendingDeployment: components['schemas']['PendingDeployment'];
    };
    PendingDeploymentsGetResponse: {
      pendingDeployment: components['schemas']['PendingDeployment'];
    };
    PendingDeploymentsListResponse: {
      pendingDeployments: components['schemas']['PendingDeployment'][];
    };
    PeopleChangeMeResponse: {
      csrfToken: string;
      user: components['schemas']['SignedInUser'];
    };
    PeopleCreateSignInLinkResponse: {
      emailed: boolean;
      /** Format: date-time */
      expiresAt: string;
      signInUrl: string;
    };
    PeopleListResponse: {
      nextCursor?: string;
      people: components['schemas']['Person'][];
    };
    Person: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      hasPassword: boolean;
      id: string;
      identityProvider: string | null;
      /** Format: date-time */
      lastSignInAt: string | null;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    PhoneNumber: {
      accountId: string;
      callerName?: string;
      /** @enum {string} */
      clientEnv: 'sandbox' | 'pre-release' | 'live';
      connectorId?: string;
      number: string;
      projectId: string;
    };
    PhoneNumberError: {
      error: string;
      phoneNumber: string;
    };
    PhoneNumbers: {
      phoneNumbers: string[];
    };
    PhoneNumbersDeleteResponse: {
      deleted: string;
    };
    PhoneNumbersGetBatchResponse: {
      found: components['schemas']['PhoneNumber'][];
      notFound: string[];
    };
    PhoneNumbersImportOneResponse: {
      imported: string;
    };
    PhoneNumbersImportResponse: {
      imported: string[];
    };
    PhoneNumbersListResponse: {
      phoneNumbers: components['schemas']['PhoneNumber'][];
    };
    PresetService: {
      model?: string;
      models: string[];
      protocol: string;
      voice?: string;
      voices: string[];
    };
    PresetServices: {
      embeddings?: components['schemas']['PresetService'];
      endToEnd?: components['schemas']['PresetService'];
      llm?: components['schemas']['PresetService'];
      stt?: components['schemas']['PresetService'];
      tts?: components['schemas']['PresetService'];
    };
    PricedUsage: {
      audioInputTokens?: number;
      audioMs?: number;
      audioOutputTokens?: number;
      cachedTokens?: number;
      characters?: number;
      cost: number | null;
      inputTokens?: number;
      model: string;
      outputTokens?: number;
      provider: string;
      /** @enum {string} */
      stage: 'endToEnd' | 'stt' | 'llm' | 'tts' | 'embeddings';
    };
    Privacy: {
      recordAudio?: boolean;
      redact?: ('card_numbers' | 'emails' | 'phone_numbers')[];
      storeKeys?: boolean;
      storeText?: boolean;
    };
    PrivacyPatch: {
      recordAudio?: boolean | null;
      redact?: ('card_numbers' | 'emails' | 'phone_numbers')[] | null;
      storeKeys?: boolean | null;
      storeText?: boolean | null;
    };
    Promote: {
      deploymentMessage?: string;
      override?: components['schemas']['OverrideGates'];
      rollout?: components['schemas']['NewRollout'];
      /** @enum {string} */
      targetEnvironment?: 'pre-release' | 'live';
      wait?: boolean;
    };
    PromoteArm: {
      arm: string;
    };
    Prompts: {
      /** @default 15000 */
      afterMs?: number;
      /** @default 60000 */
      hangUpAfterMs?: number;
      /**
       * @default [
       *       "Are you still there?"
       *     ]
       */
      texts?: string[];
    };
    PromptsPatch: {
      afterMs?: number | null;
      hangUpAfterMs?: number | null;
      texts?: string[] | null;
    };
    Pronunciation: {
      ipa?: string;
      spoken: string;
      written: string;
    };
    Provider: {
      /** Format: date-time */
      createdAt?: string;
      hasApiKey?: boolean;
      /** @enum {string} */
      health: 'untested' | 'ok' | 'failing';
      lastTest?: components['schemas']['ProviderTest'];
      name: string;
      /** @enum {string} */
      owner: 'account' | 'operator' | 'built-in';
      preset?: string;
      services: components['schemas']['ProviderServices'];
      settings?: components['schemas']['ProviderSettings'];
      /** Format: date-time */
      updatedAt?: string;
      updatedBy?: string;
      url?: string;
    };
    ProviderChoice: {
      modelId?: string;
      options?: {
        [key: string]: unknown;
      };
      provider: string;
    };
    ProviderModel: {
      isDefault: boolean;
      modelId: string;
      provider: string;
      service: string;
    };
    ProviderModelList: {
      code?: string;
      message?: string;
      models: string[];
      service: string;
    };
    ProviderPreset: {
      /** @enum {string} */
      apiKey: 'required' | 'optional';
      id: string;
      services: components['schemas']['PresetServices'];
      title: string;
      url?: string;
    };
    ProviderService: {
      leftAlone: boolean;
      model?: string;
      protocol: string;
      voice?: string;
    };
    ProviderServices: {
      embeddings?: components['schemas']['ProviderService'];
      endToEnd?: components['schemas']['ProviderService'];
      llm?: components['schemas']['ProviderService'];
      stt?: components['schemas']['ProviderService'];
      tts?: components['schemas']['ProviderService'];
    };
    ProviderServiceSettings: {
      dialect?: string;
      model?: string;
      sampleRateHz?: number;
      transcriptionModel?: string;
      url?: string;
      voice?: string;
    };
    ProviderServiceTest: {
      code?: string;
      firstResultMs?: number;
      message: string;
      models?: string[];
      ok: boolean;
      service: string;
      totalMs: number;
      voices?: string[];
    };
    ProviderSettings: {
      embeddings?: components['schemas']['ProviderServiceSettings'];
      endToEnd?: components['schemas']['ProviderServiceSettings'];
      llm?: components['schemas']['ProviderServiceSettings'];
      stt?: components['schemas']['ProviderServiceSettings'];
      tts?: components['schemas']['ProviderServiceSettings'];
    };
    ProvidersListResponse: {
      presets: components['schemas']['ProviderPreset'][];
      providers: components['schemas']['Provider'][];
    };
    ProvidersLocalServersResponse: {
      isAllowed: boolean;
      servers: components['schemas']['LocalModelServer'][];
    };
    ProvidersModelListsResponse: {
      lists: components['schemas']['ProviderModelList'][];
    };
    ProvidersModelsResponse: {
      models: components['schemas']['ProviderModel'][];
    };
    ProvidersPutResponse: {
      provider: components['schemas']['Provider'];
    };
    ProvidersVoicesResponse: {
      voices: components['schemas']['ProviderVoice'][];
    };
    ProviderTest: {
      ok: boolean;
      services: components['schemas']['ProviderServiceTest'][];
      testedAt: string;
    };
    ProviderUsage: {
      audioInputTokens?: number;
      audioMs?: number;
      audioOutputTokens?: number;
      cachedTokens?: number;
      characters?: number;
      inputTokens?: number;
      model: string;
      outputTokens?: number;
      provider: string;
      /** @enum {string} */
      stage: 'endToEnd' | 'stt' | 'llm' | 'tts' | 'embeddings';
    };
    ProviderVoice: {
      isDefault: boolean;
      provider: string;
      service: string;
      voiceId: string;
    };
    PublicAccess: {
      /** @default 6 */
      callsPerMinutePerAddress?: number;
      /** @default 600 */
      maxCallSeconds?: number;
      /** @default 5 */
      maxConcurrentCalls?: number;
      origins: string[];
    };
    Publish: {
      deploymentMessage?: string;
      /** @enum {string} */
      environment?: 'sandbox' | 'pre-release' | 'live';
      override?: components['schemas']['OverrideGates'];
      rollout?: components['schemas']['NewRollout'];
      wait?: boolean;
    };
    PutConfigSchema: {
      schema: {
        [key: string]: unknown;
      };
    };
    PutExperiment: {
      arms: components['schemas']['NewExperimentArm'][];
      metrics?: (
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time'
      )[];
      name?: string;
      rule?: components['schemas']['NewExperimentRule'];
      worthwhile?: components['schemas']['NewWorthwhile'];
    };
    PutGates: {
      approvals?: components['schemas']['NewApprovalGate'];
      noFiringAlerts?: boolean;
      soak?: components['schemas']['NewSoakGate'];
      tests?: components['schemas']['NewTestGate'][];
    };
    PutProvider: {
      apiKey?: string | null;
      /** @enum {string} */
      preset:
        | 'openai'
        | 'gemini'
        | 'deepgram'
        | 'elevenlabs'
        | 'cartesia'
        | 'azure-openai'
        | 'groq'
        | 'mistral'
        | 'anthropic'
        | 'ollama'
        | 'lm-studio'
        | 'vllm'
        | 'llama-cpp'
        | 'localai'
        | 'speaches'
        | 'kokoro-fastapi'
        | 'openai-compatible';
      services?: components['schemas']['Services'];
      url?: string;
    };
    PutSecret: {
      allowedHosts: string[];
      value: string;
    };
    QuestionsReport: {
      /** Format: date-time */
      from: string;
      isGrouped: boolean;
      /** Format: date-time */
      to: string;
      topics: components['schemas']['AskedTopic'][];
      unanswered: components['schemas']['UnansweredQuestion'][];
    };
    QuietHours: {
      end: string;
      start: string;
      timeZone: string;
    };
    Quota: {
      default: number;
      isDefault: boolean;
      max: number;
      meaning: string;
      min: number;
      name: string;
      value: number;
    };
    QuotasListResponse: {
      quotas: components['schemas']['Quota'][];
    };
    QuotasResetResponse: {
      quotas: components['schemas']['Quota'][];
    };
    QuotasSetResponse: {
      quotas: components['schemas']['Quota'][];
    };
    RateCall: {
      stars: number;
    };
    Readiness: {
      activeSessions: number;
      instances?: components['schemas']['InstanceDetails'][];
      region: string;
      /** @constant */
      status: 'healthy';
    };
    ReadWebsite: {
      url: string;
    };
    RealTimeConfig: {
      /** @enum {string} */
      clientEnv: 'sandbox' | 'pre-release' | 'live';
      /** Format: date-time */
      lastUpdated: string | null;
      schema: {
        [key: string]: unknown;
      };
      variables: {
        [key: string]: unknown;
      };
    };
    RealTimeConfigsListResponse: {
      configPages: components['schemas']['RealTimeConfig'][];
    };
    ReassignPhoneNumber: {
      callerName?: string;
      connectorId?: string;
    };
    RecordingInfo: {
      sizeBytes: number;
      url: string;
    };
    Recover: {
      /** Format: date-time */
      since: string;
    };
    RefusedCall: {
      address: string;
      /** Format: date-time */
      at: string;
      called: string | null;
      caller: string | null;
      callId: string;
      cause: string;
      reason: string;
      status: number;
    };
    RefusedCalls: {
      refusals: components['schemas']['RefusedCall'][];
    };
    RenameAgent: {
      name: string;
    };
    Replacement: {
      heard: string;
      meant: string;
    };
    ReplayedConversation: {
      conversationId: string;
      judgeTools?: boolean;
      unknownTools?: string;
    };
    ReplaySummary: {
      better: number;
      byChange: string[];
      pValue: number;
      same: number;
      worse: number;
    };
    RequestLink: {
      /** Format: email */
      email: string;
    };
    ResponseSettings: {
      greeting?: string;
      /** @default en-GB */
      languageCode?: string;
    };
    RetrievedTopic: {
      id: string;
      name: string;
      title: string;
    };
    Rollback: {
      deploymentMessage?: string;
      override?: components['schemas']['OverrideGates'];
      wait?: boolean;
    };
    RollbackEvidence: {
      decisive: components['schemas']['RolloutFinding'] | null;
      deploymentId: string;
      findings: components['schemas']['RolloutFinding'][];
      guards: components['schemas']['RolloutGuard'][];
      rolloutId: string;
      /** @enum {string} */
      state: 'rolled_back' | 'aborted';
    };
    Rollout: {
      agentId: string;
      baseDeploymentId: string;
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      deploymentId: string;
      /** Format: date-time */
      endedAt: string | null;
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      findings: components['schemas']['RolloutFinding'][];
      guards: components['schemas']['RolloutGuard'][];
      reason: string | null;
      rollbackDeploymentId: string | null;
      rolloutId: string;
      share: number;
      /** @enum {string} */
      state: 'running' | 'paused' | 'completed' | 'rolled_back' | 'aborted' | 'superseded';
      step: number;
      steps: components['schemas']['RolloutStep'][];
      /** Format: date-time */
      stepStartedAt: string;
    };
    RolloutFinding: {
      /** @enum {string} */
      against: 'other version' | 'limit';
      canary: components['schemas']['RolloutTally'];
      evidence: number;
      limit?: number;
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
      others: components['schemas']['RolloutTally'];
      threshold: number;
    };
    RolloutGuard: {
      maximumP95Ms?: number;
      maximumPercent?: number;
      /** @enum {string} */
      metric:
        | 'crashes'
        | 'tool_errors'
        | 'provider_errors'
        | 'early_hang_ups'
        | 'transfers'
        | 'failures'
        | 'response_time';
      samplePercent?: number;
    };
    RolloutsAbortResponse: {
      rollout: components['schemas']['Rollout'];
    };
    RolloutsEvidenceResponse: {
      lines: components['schemas']['EvidenceLine'][];
    };
    RolloutsFinishResponse: {
      rollout: components['schemas']['Rollout'];
    };
    RolloutsGetResponse: {
      rollout: components['schemas']['Rollout'];
    };
    RolloutsListResponse: {
      rollouts: components['schemas']['Rollout'][];
    };
    RolloutsPauseResponse: {
      rollout: components['schemas']['Rollout'];
    };
    RolloutsResumeResponse: {
      rollout: components['schemas']['Rollout'];
    };
    RolloutStep: {
      calls?: number;
      minutes?: number;
      share: number;
    };
    RolloutTally: {
      calls: number;
      events?: number;
      medianMs?: number;
      p95Ms?: number;
      percent?: number;
    };
    RotatedToken: {
      /** Format: date-time */
      previousTokenExpiresAt: string | null;
      token: string;
    };
    RotateSecret: {
      overlap_hours?: number;
    };
    RotateToken: {
      overlapHours?: number;
    };
    SavedFilter: {
      filter: {
        [key: string]: unknown;
      };
      id: string;
      name: string;
    };
    SavedFiltersListResponse: {
      savedFilters: components['schemas']['SavedFilter'][];
    };
    SaveDraft: {
      document: components['schemas']['AgentDocument'];
      revision: number;
    };
    SaveFilter: {
      filter: components['schemas']['ConversationFilter'];
      name: string;
    };
    SecretsGetResponse: {
      secret: components['schemas']['ToolSecret'];
    };
    SecretsListResponse: {
      secrets: components['schemas']['ToolSecret'][];
    };
    SecretsPutResponse: {
      secret: components['schemas']['ToolSecret'];
    };
    Services: {
      embeddings?: components['schemas']['EmbeddingsService'];
      endToEnd?: components['schemas']['EndToEndService'];
      llm?: components['schemas']['LanguageModelService'];
      stt?: components['schemas']['TranscriptionService'];
      tts?: components['schemas']['SpeechService'];
    };
    SessionGetResponse: {
      csrfToken: string;
      user: components['schemas']['SignedInUser'];
    };
    SessionProvidersResponse: {
      oidc: components['schemas']['SignInProvider'][];
      password: boolean;
    };
    SessionStartResponse: {
      csrfToken: string;
      user: components['schemas']['SignedInUser'];
    };
    SetQuota: {
      value: number;
    };
    SignedInUser: {
      accountId: string;
      accountName: string;
      alertMails: boolean;
      email: string;
      id: string;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
      weeklyMails: boolean;
    };
    SignIn: {
      accountId?: string;
      /** Format: email */
      email?: string;
      password?: string;
      signInToken?: string;
    };
    SignInProvider: {
      id: string;
      name: string;
      startUrl: string;
    };
    SimulatedCaller: {
      caller?: components['schemas']['SimulatedCallerModel'];
      goal: string;
      judge?: components['schemas']['SimulationJudge'];
      maxSeconds?: number;
      maxTokens?: number;
      maxTurns?: number;
      metrics?: (components['schemas']['JudgedMetric'] | components['schemas']['MeasuredMetric'])[];
      passRate?: number;
      persona: string;
      runs?: number;
      success: string;
    };
    SimulatedCallerModel: {
      modelId?: string;
      provider?: string;
    };
    SimulationJudge: {
      modelId?: string;
      provider?: string;
      temperature?: number;
      votes?: number;
    };
    SipTrace: {
      messages: components['schemas']['TracedMessage'][];
      /** Format: date-time */
      until: string | null;
    };
    SoakGate: {
      /** @enum {string} */
      environment: 'sandbox' | 'pre-release' | 'live';
      minutes: number;
    };
    Speech: {
      keyphrases?: string[];
      pronunciations?: components['schemas']['Pronunciation'][];
      replacements?: components['schemas']['Replacement'][];
      spokenForms?: boolean;
    };
    SpeechPatch: {
      keyphrases?: string[] | null;
      pronunciations?: components['schemas']['Pronunciation'][] | null;
      replacements?: components['schemas']['Replacement'][] | null;
      spokenForms?: boolean | null;
    };
    SpeechService: {
      model?: string;
      sampleRateHz?: number;
      url?: string;
      voice?: string;
    };
    SpokeAtMostExpectation: {
      /** @constant */
      kind: 'spoke-at-most';
      ms: number;
    };
    SpokenVoice: {
      /** @enum {string} */
      codec?: 'opus' | 'PCMU' | 'PCMA';
      musicDb?: number;
      noiseDb?: number;
      packetLossPercent?: number;
      provider?: string;
      providerVoiceId?: string;
      speed?: number;
      /** @enum {string} */
      voiceId?: 'heart' | 'slt' | 'rms' | 'awb' | 'kal16';
    };
    StartTestRun: {
      /** @enum {string} */
      target?: 'draft' | 'sandbox' | 'pre-release' | 'live';
    };
    StorageUse: {
      kinds: components['schemas']['StoredKind'][];
      limitBytes: number | null;
      usedBytes: number;
    };
    StoredKind: {
      bytes: number;
      /** @enum {string} */
      kind:
        | 'drafts'
        | 'versions'
        | 'knowledge'
        | 'tests'
        | 'conversations'
        | 'recordings'
        | 'webhooks'
        | 'outboundCalls'
        | 'callTokens'
        | 'idempotency'
        | 'auditLog';
    };
    StudioTokensIssueResponse: {
      /** Format: date-time */
      expiresAt: string;
      token: string;
    };
    SuggestAgent: {
      description: string;
      pages?: unknown[];
    };
    SuggestedTest: {
      expect: string;
      name: string;
      say: string[];
    };
    SuggestedTopic: {
      content: string;
      title: string;
    };
    SuspendAccount: {
      reason: string;
    };
    SwitchTrace: {
      minutes: number;
    };
    Tags: {
      tags: string[];
    };
    TestCase: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string;
      replay?: components['schemas']['ReplayedConversation'];
      simulated?: components['schemas']['SimulatedCaller'];
      spoken?: components['schemas']['SpokenVoice'];
      toolAnswers?: {
        [key: string]: string;
      };
      turns: components['schemas']['TestTurn'][];
      /** Format: date-time */
      updatedAt: string;
    };
    TestCaseBody: {
      name: string;
      replay?: components['schemas']['ReplayedConversation'];
      simulated?: components['schemas']['SimulatedCaller'];
      spoken?: components['schemas']['SpokenVoice'];
      toolAnswers?: {
        [key: string]: string;
      };
      turns: components['schemas']['TestTurn'][];
    };
    TestCaseComparison: {
      /** @enum {string} */
      change: 'same' | 'fixed' | 'broken' | 'new' | 'removed';
      /** @enum {string|null} */
      outcome: 'passed' | 'failed' | 'error' | null;
      /** @enum {string|null} */
      previousOutcome: 'passed' | 'failed' | 'error' | null;
      testCaseId: string;
    };
    TestCaseResult: {
      durationMs: number;
      errorCode: string | null;
      name: string;
      /** @enum {string} */
      outcome: 'passed' | 'failed' | 'error';
      replay: unknown;
      simulation: unknown;
      testCaseId: string;
      turns: unknown;
    };
    TestGate: {
      maxAgeHours?: number;
      of: number;
      passes: number;
      testSetId: string;
    };
    TestRun: {
      agentId: string;
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      deploymentId: string | null;
      /** Format: date-time */
      finishedAt: string | null;
      id: string;
      mode: string;
      progress: components['schemas']['TestRunProgress'];
      /** Format: date-time */
      startedAt: string | null;
      /** @enum {string} */
      state: 'queued' | 'running' | 'passed' | 'failed';
      /** @enum {string} */
      target: 'draft' | 'sandbox' | 'pre-release' | 'live';
      testSetId: string;
      variantId: string | null;
      version: string;
    };
    TestRunComparison: {
      cases: components['schemas']['TestCaseComparison'][];
      previousTestRunId: string;
      previousVersion: string;
    };
    TestRunDetail: {
      agentId: string;
      comparison: components['schemas']['TestRunComparison'] | null;
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      deploymentId: string | null;
      /** Format: date-time */
      finishedAt: string | null;
      id: string;
      mode: string;
      progress: components['schemas']['TestRunProgress'];
      replays: components['schemas']['ReplaySummary'] | null;
      results: components['schemas']['TestCaseResult'][];
      /** Format: date-time */
      startedAt: string | null;
      /** @enum {string} */
      state: 'queued' | 'running' | 'passed' | 'failed';
      /** @enum {string} */
      target: 'draft' | 'sandbox' | 'pre-release' | 'live';
      testSetId: string;
      variantId: string | null;
      version: string;
    };
    TestRunProgress: {
      done: number;
      errors: number;
      failed: number;
      passed: number;
      total: number;
    };
    TestRunsGetResponse: {
      testRun: components['schemas']['TestRunDetail'];
    };
    TestRunsListResponse: {
      nextCursor?: string;
      testRuns: components['schemas']['TestRun'][];
    };
    TestSet: {
      agentId: string;
      caseCount: number;
      cases: components['schemas']['TestCase'][];
      /** Format: date-time */
      createdAt: string;
      enabled: boolean;
      id: string;
      mode: string;
      name: string;
      /** Format: date-time */
      updatedAt: string;
      variantId: string | null;
    };
    TestSetsListResponse: {
      testSets: components['schemas']['TestSetSummary'][];
    };
    TestSetSummary: {
      agentId: string;
      caseCount: number;
      /** Format: date-time */
      createdAt: string;
      enabled: boolean;
      id: string;
      mode: string;
      name: string;
      /** Format: date-time */
      updatedAt: string;
      variantId: string | null;
    };
    TestTrunk: {
      fromNumber?: string;
      toNumber?: string;
    };
    TestTurn: {
      expect: (
        | components['schemas']['ContainsExpectation']
        | components['schemas']['NotContainsExpectation']
        | components['schemas']['MatchesExpectation']
        | components['schemas']['ToolCalledExpectation']
        | components['schemas']['EndsCallExpectation']
        | components['schemas']['EndedByExpectation']
        | components['schemas']['JudgedExpectation']
        | components['schemas']['AnsweredWithinExpectation']
        | components['schemas']['YieldedWithinExpectation']
        | components['schemas']['DidNotStopExpectation']
        | components['schemas']['SpokeAtMostExpectation']
        | components['schemas']['HeardRightExpectation']
        | components['schemas']['LastedAtMostExpectation']
      )[];
      interruptAfterMs?: number;
      keys?: string;
      say?: string;
      silenceMs?: number;
      /** @constant */
      sound?: 'cough';
    };
    Tool: {
      claims?: string[];
      description: string;
      filler?: components['schemas']['ToolFiller'];
      http: components['schemas']['ToolRequest'];
      name: string;
      parameters?: {
        [key: string]: unknown;
      };
      reads?: string[];
      undo?: components['schemas']['ToolUndo'];
    };
    ToolCalledExpectation: {
      arguments?: {
        [key: string]: unknown;
      };
      /** @constant */
      kind: 'tool-called';
      name: string;
    };
    ToolCallRecord: {
      answer: string | null;
      arguments: string | null;
      /** Format: date-time */
      at: string;
      attempts: number | null;
      code: string | null;
      durationMs: number | null;
      id: string | null;
      name: string;
      /** @enum {string} */
      outcome: 'ok' | 'error' | 'timeout' | 'unknown';
      status: number | null;
      undoes: string | null;
    };
    ToolFiller: {
      afterMs: number;
      say: string[];
    };
    ToolRequest: {
      body?: {
        [key: string]: unknown;
      };
      durable?: boolean;
      headers?: {
        [key: string]: string;
      };
      /** @enum {string} */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      repeatable?: boolean;
      timeoutMs?: number;
      url: string;
    };
    ToolSecret: {
      allowedHosts: string[];
      /** Format: date-time */
      createdAt: string;
      name: string;
      /** Format: date-time */
      updatedAt: string;
      updatedBy: string;
    };
    ToolTrial: {
      answer: string;
      attempts: number;
      code: string | null;
      durationMs: number;
      /** @enum {string} */
      outcome: 'ok' | 'error' | 'timeout' | 'unknown';
      status: number | null;
    };
    ToolUndo: {
      arguments?: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      order?: 'after' | 'before';
      tool: string;
    };
    Topic: {
      actions: string;
      content: string;
      exampleQueries: components['schemas']['TopicQueries'];
      id: string;
      isActive: boolean;
      name: string;
    };
    TopicQueries: {
      queries: string[];
    };
    TracedMessage: {
      /** Format: date-time */
      at: string;
      callId: string;
      /** @enum {string} */
      direction: 'in' | 'out';
      from: string;
      /** @enum {string} */
      protocol: 'UDP' | 'TCP' | 'TLS';
      text: string;
      to: string;
    };
    TraceSwitch: {
      /** Format: date-time */
      until: string | null;
    };
    TraditionalModels: {
      llm?: components['schemas']['ModelStage'];
      stt?: components['schemas']['ModelStage'];
      tts?: components['schemas']['ModelStage'];
    };
    TraditionalModelsPatch: {
      llm?: components['schemas']['ModelStagePatch'] | null;
      stt?: components['schemas']['ModelStagePatch'] | null;
      tts?: components['schemas']['ModelStagePatch'] | null;
    };
    TranscriptionService: {
      model?: string;
      url?: string;
    };
    Transfer: {
      destinations: components['schemas']['TransferDestination'][];
    };
    TransferDestination: {
      description?: string;
      name: string;
      to:
        | components['schemas']['TransferToAgent']
        | components['schemas']['TransferToUrl']
        | components['schemas']['TransferToNumber']
        | components['schemas']['TransferToSipUri'];
      warm?: components['schemas']['WarmTransfer'];
    };
    TransferPatch: {
      destinations?: components['schemas']['TransferDestination'][];
    };
    TransferToAgent: {
      agentId: string;
      /** @enum {string} */
      history?: 'full' | 'summary' | 'none';
    };
    TransferToNumber: {
      number: string;
    };
    TransferToSipUri: {
      sipUri: string;
    };
    TransferToUrl: {
      url: string;
    };
    Trunk: {
      accountId: string;
      activeCalls: number;
      allowedAddresses: string[];
      allowedPrefixes: string[];
      blockedPrefixes: string[];
      /** @enum {string} */
      callerIdentity: 'from' | 'asserted' | 'both';
      codecs: ('opus' | 'G722' | 'PCMU' | 'PCMA')[];
      countryCode: string | null;
      /** Format: date-time */
      createdAt: string;
      defaultConnectorId: string | null;
      earlyMedia: boolean;
      enabled: boolean;
      hasLoginPassword: boolean;
      hasPassword: boolean;
      health: components['schemas']['TrunkHealth'] | null;
      host: string | null;
      localNumbers: string[];
      loginUsername: string | null;
      maxCalls: number;
      maxCallsPerSecond: number;
      name: string;
      port: number | null;
      quietHours: components['schemas']['QuietHours'] | null;
      register: boolean;
      registration: components['schemas']['TrunkRegistration'] | null;
      /** @enum {string} */
      security: 'as-offered' | 'required';
      sipUri: string | null;
      /** @enum {string} */
      transport: 'udp' | 'tcp' | 'tls';
      trunkId: string;
      /** Format: date-time */
      updatedAt: string;
      username: string | null;
    };
    TrunkHealth: {
      address: string | null;
      /** Format: date-time */
      checkedAt: string;
      reason: string | null;
      roundTripMs: number | null;
      /** Format: date-time */
      since: string;
      /** @enum {string} */
      state: 'up' | 'down';
      status: number | null;
    };
    TrunkRegistration: {
      reason: string | null;
      /** @enum {string} */
      state: 'registering' | 'registered' | 'failed';
      /** Format: date-time */
      until: string | null;
    };
    TrunksListResponse: {
      trunks: components['schemas']['Trunk'][];
    };
    TrunkTest: {
      call: components['schemas']['TrunkTestCall'] | null;
      health: components['schemas']['TrunkHealth'];
    };
    TrunkTestCall: {
      answeredMs: number | null;
      codec: string | null;
      /** @enum {string} */
      outcome:
        | 'answered'
        | 'busy'
        | 'no_answer'
        | 'rejected'
        | 'unknown_number'
        | 'unreachable'
        | 'trunk_refused'
        | 'not_allowed'
        | 'agent_unavailable'
        | 'limit'
        | 'quiet_hours'
        | 'expired'
        | 'account_suspended'
        | 'cancelled'
        | 'interrupted'
        | 'no_audio'
        | 'answering_machine'
        | 'fax'
        | 'message_left'
        | 'failed';
      packetsLost: number | null;
      packetsReceived: number | null;
      ringingMs: number | null;
    };
    TryTool: {
      arguments?: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      clientEnv?: 'sandbox' | 'pre-release' | 'live';
      tool: string;
      variables?: {
        [key: string]: unknown;
      };
    };
    Turn: {
      agentId?: string;
      /** Format: date-time */
      endedAt: string | null;
      id: string;
      interrupted: boolean;
      latency: components['schemas']['TurnLatency'] | null;
      /** @enum {string} */
      speaker: 'caller' | 'agent' | 'supervisor';
      stages: components['schemas']['TurnStages'] | null;
      /** Format: date-time */
      startedAt: string;
      text: string | null;
      toolCalls: components['schemas']['ToolCallRecord'][];
    };
    TurnLatency: {
      endOfTurnMs: number | null;
      firstAudioMs: number | null;
      firstTokenMs: number | null;
      heardMs: number | null;
      transcriptMs: number | null;
    };
    TurnStages: {
      deliveryMs: number | null;
      endpointingMs: number | null;
      synthesisMs: number | null;
      thinkingMs: number | null;
      transcriptionMs: number | null;
    };
    TurnTaking: {
      backchannel?: components['schemas']['Backchannel'];
      /**
       * @default server
       * @enum {string}
       */
      detection?: 'server' | 'earshot';
      endpointing?: components['schemas']['Endpointing'];
      /** @deprecated */
      endpointingMaxMs?: number;
      /** @deprecated */
      endpointingMinMs?: number;
      /** @deprecated */
      falseInterruptionMs?: number;
      /** @deprecated */
      greetingInterruptible?: boolean;
      /** @deprecated */
      hangUpAfterSilenceMs?: number;
      interruption?: components['schemas']['Interruption'];
      /** @deprecated */
      interruptionMinMs?: number;
      /** @deprecated */
      interruptionMinWords?: number;
      /** @deprecated */
      interruptions?: boolean;
      /** @deprecated */
      noInputPromptMs?: number;
      /** @deprecated */
      noInputPrompts?: string[];
      noise?: components['schemas']['Noise'];
      prompts?: components['schemas']['Prompts'];
      trace?: boolean;
    };
    TurnTakingPatch: {
      backchannel?: components['schemas']['BackchannelPatch'] | null;
      /** @enum {string|null} */
      detection?: 'server' | 'earshot' | null;
      endpointing?: components['schemas']['EndpointingPatch'] | null;
      /** @deprecated */
      endpointingMaxMs?: number | null;
      /** @deprecated */
      endpointingMinMs?: number | null;
      /** @deprecated */
      falseInterruptionMs?: number | null;
      /** @deprecated */
      greetingInterruptible?: boolean | null;
      /** @deprecated */
      hangUpAfterSilenceMs?: number | null;
      interruption?: components['schemas']['InterruptionPatch'] | null;
      /** @deprecated */
      interruptionMinMs?: number | null;
      /** @deprecated */
      interruptionMinWords?: number | null;
      /** @deprecated */
      interruptions?: boolean | null;
      /** @deprecated */
      noInputPromptMs?: number | null;
      /** @deprecated */
      noInputPrompts?: string[] | null;
      noise?: components['schemas']['NoisePatch'] | null;
      prompts?: components['schemas']['PromptsPatch'] | null;
      trace?: boolean | null;
    };
    UnansweredQuestion: {
      agentId: string;
      conversationId: string;
      examples: string[];
      question: string;
      times: number;
    };
    UpdateConnector: {
      asrLangCode?: string | null;
      /** @enum {string} */
      clientEnv?: 'sandbox' | 'pre-release' | 'live';
      disableHandoff?: boolean;
      mintsCallTokens?: boolean;
      name?: string;
      projectId?: string;
      publicAccess?:
        | ((components['schemas']['PublicAccess'] | null) | null)
        | components['schemas']['PublicAccess']
        | null;
      ttsLangCode?: string | null;
      variantId?: string | null;
      voiceName?: string | null;
      widgetLook?: components['schemas']['WidgetLook'];
    };
    UpdateConnectors: {
      updates: components['schemas']['ConnectorUpdate'][];
    };
    UpdateEndpoint: {
      enabled?: boolean;
      event_types?: (
        | 'alerts.triggered'
        | 'alerts.resolved'
        | 'conversation.started'
        | 'conversation.ended'
        | 'conversation.form_completed'
        | 'conversation.analyzed'
        | 'outbound_call.ended'
        | 'deployment.rolled_back'
        | 'experiment.ended'
      )[];
      headers?: {
        [key: string]: string;
      };
      name?: string;
      timeout_ms?: number;
      url?: string;
    };
    UpdateRule: {
      enabled?: boolean;
      /** @enum {string} */
      metric?:
        | 'turn_latency_p50'
        | 'turn_latency_p95'
        | 'api_errors'
        | 'function_errors'
        | 'call_crashes'
        | 'call_volume';
      name?: string;
      /** @enum {string} */
      operator?: '>' | '<' | '>=' | '<=';
      project_id?: string | null;
      threshold_value?: number;
      /** @enum {string} */
      window_duration?: '5m' | '10m' | '60m';
    };
    UpdateTopic: {
      actions?: string;
      /** @description What the agent knows of it: text or Markdown, up to 20,000 characters. */
      content?: string;
      exampleQueries?: components['schemas']['ExampleQueries'];
      isActive?: boolean;
      name?: string;
    };
    UpdateTrunk: {
      allowedAddresses?: string[];
      allowedPrefixes?: string[];
      blockedPrefixes?: string[];
      /** @enum {string} */
      callerIdentity?: 'from' | 'asserted' | 'both';
      codecs?: ('opus' | 'G722' | 'PCMU' | 'PCMA')[];
      countryCode?: string | null;
      defaultConnectorId?: string | null;
      earlyMedia?: boolean;
      enabled?: boolean;
      host?: string | null;
      localNumbers?: string[];
      loginPassword?: string | null;
      loginUsername?: string | null;
      maxCalls?: number;
      maxCallsPerSecond?: number;
      name?: string;
      password?: string | null;
      port?: number | null;
      quietHours?: components['schemas']['NewQuietHours'];
      register?: boolean;
      /** @enum {string} */
      security?: 'as-offered' | 'required';
      /** @enum {string} */
      transport?: 'udp' | 'tcp' | 'tls';
      username?: string | null;
    };
    UsageGroup: {
      calls: number;
      callSeconds: number;
      cost: number | null;
      key: string;
      usage: components['schemas']['PricedUsage'][];
    };
    UsageReport: {
      currency: string | null;
      /** Format: date-time */
      from: string;
      /** @enum {string} */
      groupBy: 'day' | 'agent' | 'provider';
      groups: components['schemas']['UsageGroup'][];
      /** Format: date-time */
      to: string;
    };
    Variant: {
      attributes?: {
        [key: string]: string | number | boolean;
      };
      name?: string;
      overrides: components['schemas']['AgentSettings'];
    };
    VariantPatch: {
      attributes?: {
        [key: string]: (string | number | boolean) | null;
      } | null;
      name?: string | null;
      overrides?: components['schemas']['AgentSettingsPatch'];
    };
    VersionName: {
      version: string;
    };
    VoiceChoice: {
      speed?: number;
      voiceId?: string;
    };
    VoiceChoicePatch: {
      speed?: number | null;
      voiceId?: string | null;
    };
    VoiceSample: {
      languageCode?: string;
      modelId?: string;
      provider?: string;
      speed?: number;
      text: string;
      voiceId?: string;
    };
    VoiceSettings: {
      voiceId?: string;
    };
    WaitingDeployment: {
      pendingDeployment: components['schemas']['PendingDeployment'];
      testRunIds: string[];
    };
    WaitingWords: {
      afterMs?: number;
      say?: string[];
    };
    WaitingWordsPatch: {
      afterMs?: number | null;
      say?: string[] | null;
    };
    WarmTransfer: {
      acceptPrompt?: string;
      briefing?: string;
      holdMessage?: string;
      /** @default 500 */
      pauseMs?: number;
    };
    Waveform: {
      agent: number[];
      caller: number[];
    };
    WebhookAttempt: {
      duration_ms: number;
      error_code: string | null;
      number: number;
      outcome: string;
      response_excerpt: string | null;
      /** Format: date-time */
      started_at: string;
      status_code: number | null;
    };
    WebhookDeliveriesListResponse: {
      data: components['schemas']['WebhookDelivery'][];
      next_cursor?: string;
    };
    WebhookDelivery: {
      attempt_count: number;
      /** Format: date-time */
      created_at: string;
      event_id: string;
      event_type: string;
      /** Format: date-time */
      finished_at: string | null;
      id: string;
      last_attempt: components['schemas']['WebhookAttempt'] | null;
      /** Format: date-time */
      next_attempt_at: string | null;
      status: string;
    };
    WebhookDeliveryWithAttempts: {
      attempt_count: number;
      attempts: components['schemas']['WebhookAttempt'][];
      /** Format: date-time */
      created_at: string;
      event_id: string;
      event_type: string;
      /** Format: date-time */
      finished_at: string | null;
      id: string;
      last_attempt: components['schemas']['WebhookAttempt'] | null;
      /** Format: date-time */
      next_attempt_at: string | null;
      status: string;
    };
    WebhookEndpoint: {
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      event_types: (
        | 'alerts.triggered'
        | 'alerts.resolved'
        | 'conversation.started'
        | 'conversation.ended'
        | 'conversation.form_completed'
        | 'conversation.analyzed'
        | 'outbound_call.ended'
        | 'deployment.rolled_back'
        | 'experiment.ended'
      )[];
      headers: {
        [key: string]: string;
      };
      id: string;
      name: string;
      timeout_ms: number;
      /** Format: date-time */
      updated_at: string;
      /** Format: uri */
      url: string;
    };
    WebhookEndpointsHealthResponse: {
      deliveries: components['schemas']['DeliveryCounts'];
      /** Format: date-time */
      disabled_at: string | null;
      disabled_reason: string | null;
      enabled: boolean;
      /** Format: date-time */
      failing_since: string | null;
    };
    WebhookEndpointsListResponse: {
      data: components['schemas']['WebhookEndpoint'][];
      next_cursor?: string;
    };
    WebhookEndpointsRecoverResponse: {
      recovered: number;
    };
    WebhookEndpointsRotateSecretResponse: {
      signing_secret: string;
    };
    WebhookEndpointsTestResponse: {
      delivered: boolean;
      duration_ms: number;
      error_code: string | null;
      event_id: string;
      event_type: string;
      response_excerpt: string | null;
      status_code: number | null;
    };
    WebsitePage: {
      text: string;
      title: string;
      url: string;
    };
    WebsitePagesReadResponse: {
      pages: components['schemas']['WebsitePage'][];
    };
    Whisper: {
      text: string;
    };
    WidgetLook: {
      accent?: string;
      consent?: string;
      greeting?: string;
      label?: string;
      lang?: string;
      languages?: string;
      name?: string;
      picture?: string;
      /** @enum {string} */
      position?: 'left' | 'right';
      /** @enum {string} */
      theme?: 'light' | 'dark';
    };
    WorthwhileDifferences: {
      crashes?: number;
      early_hang_ups?: number;
      failures?: number;
      provider_errors?: number;
      response_time?: number;
      tool_errors?: number;
      transfers?: number;
    };
    YieldedWithinExpectation: {
      /** @constant */
      kind: 'yielded-within';
      ms: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    CorrelationId: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  'call-rating.rate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RateCall'];
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'page-call-tokens.create': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['MintCallToken'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PageCallToken'];
        };
      };
    };
  };
  'ice-servers.list': {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IceServersListResponse'];
        };
      };
    };
  };
  'health.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  'health.ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
    };
  };
  'account.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
    };
  };
  'agents.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'][];
        };
      };
    };
  };
  'agents.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAgent'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
    };
  };
  'quotas.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuotasListResponse'];
        };
      };
    };
  };
  'quotas.set': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        quota: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetQuota'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuotasSetResponse'];
        };
      };
    };
  };
  'quotas.reset': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        quota: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuotasResetResponse'];
        };
      };
    };
  };
  'accounts.suspend': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SuspendAccount'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountSuspension'];
        };
      };
    };
  };
  'accounts.resume': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountSuspension'];
        };
      };
    };
  };
  'agent-suggestions.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SuggestAgent'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentSuggestion'];
        };
      };
    };
  };
  'agents.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
    };
  };
  'agents.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'agents.rename': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameAgent'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
    };
  };
  'documents.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocument'][];
        };
      };
    };
  };
  'documents.create': {
    parameters: {
      query: {
        name: string;
      };
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/pdf': string;
        'text/html': string;
        'text/markdown': string;
        'text/plain': string;
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocument'];
        };
      };
    };
  };
  'documents.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocument'];
        };
      };
    };
  };
  'documents.replace': {
    parameters: {
      query?: {
        name?: string;
      };
      header?: never;
      path: {
        agentId: string;
        documentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/pdf': string;
        'text/html': string;
        'text/markdown': string;
        'text/plain': string;
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocument'];
        };
      };
    };
  };
  'documents.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'documents.content': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
    };
  };
  'documents.passages': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocumentPassage'][];
        };
      };
    };
  };
  'topics.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Topic'][];
        };
      };
    };
  };
  'topics.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTopic'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Topic'];
        };
      };
    };
  };
  'topics.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        topicId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Topic'];
        };
      };
    };
  };
  'topics.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        topicId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'topics.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        topicId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateTopic'];
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'agent-conversations.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentConversation'];
        };
      };
    };
  };
  'agent-conversations.audio': {
    parameters: {
      query?: {
        replay?: string;
      };
      header?: never;
      path: {
        agentId: string;
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
          'audio/ogg': string;
        };
      };
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
          'audio/ogg': string;
        };
      };
    };
  };
  'debug-chat.begin': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BeginDebugChat'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DebugChat'];
          'text/event-stream': string;
        };
      };
    };
  };
  'debug-chat.go-on': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        chatId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ContinueDebugChat'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DebugChat'];
          'text/event-stream': string;
        };
      };
    };
  };
  'deployments.list': {
    parameters: {
      query: {
        cursor?: string;
        environment: 'sandbox' | 'pre-release' | 'live';
        limit?: number;
      };
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeploymentsListResponse'];
        };
      };
    };
  };
  'deployments.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        deploymentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneDeployment'];
        };
      };
    };
  };
  'deployments.promote': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        deploymentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['Promote'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeploymentMutation'];
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaitingDeployment'];
        };
      };
    };
  };
  'deployments.roll-back': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        deploymentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['Rollback'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeploymentMutation'];
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaitingDeployment'];
        };
      };
    };
  };
  'deployments.active': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeploymentsActiveResponse'];
        };
      };
    };
  };
  'deployments.diff': {
    parameters: {
      query: {
        from: string;
        to: string;
      };
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeploymentsDiffResponse'];
        };
      };
    };
  };
  'deployments.publish': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Publish'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeploymentMutation'];
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaitingDeployment'];
        };
      };
    };
  };
  'drafts.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Draft'];
        };
      };
    };
  };
  'drafts.save': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SaveDraft'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Draft'];
        };
      };
    };
  };
  'drafts.patch': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchDraft'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Draft'];
        };
      };
    };
  };
  'agents.duplicate': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DuplicateAgent'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
    };
  };
  'gates.list-approvals': {
    parameters: {
      query?: {
        version?: string;
      };
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GatesListApprovalsResponse'];
        };
      };
    };
  };
  'gates.approve': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Approve'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GatesApproveResponse'];
        };
      };
    };
  };
  'gates.withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        approvalId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'experiments.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentsGetResponse'];
        };
      };
    };
  };
  'experiments.put': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutExperiment'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentsPutResponse'];
        };
      };
    };
  };
  'experiments.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'experiments.promote': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PromoteArm'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentsPromoteResponse'];
        };
      };
    };
  };
  'experiments.results': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentsResultsResponse'];
        };
      };
    };
  };
  'gates.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GatesGetResponse'];
        };
      };
    };
  };
  'gates.put': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutGates'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GatesPutResponse'];
        };
      };
    };
  };
  'gates.states': {
    parameters: {
      query: {
        action?: 'publish' | 'promotion' | 'rollback';
        version: string;
      };
      header?: never;
      path: {
        agentId: string;
        environment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GatesStatesResponse'];
        };
      };
    };
  };
  'pending-deployments.list': {
    parameters: {
      query?: {
        environment?: 'sandbox' | 'pre-release' | 'live';
      };
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingDeploymentsListResponse'];
        };
      };
    };
  };
  'pending-deployments.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        pendingDeploymentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingDeploymentsGetResponse'];
        };
      };
    };
  };
  'pending-deployments.cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        pendingDeploymentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingDeploymentsCancelResponse'];
        };
      };
    };
  };
  'real-time-configs.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RealTimeConfigsListResponse'];
        };
      };
    };
  };
  'real-time-configs.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        clientEnv: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RealTimeConfig'];
        };
      };
    };
  };
  'real-time-configs.put-schema': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        clientEnv: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutConfigSchema'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RealTimeConfig'];
        };
      };
    };
  };
  'real-time-configs.patch-variables': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        clientEnv: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchConfigVariables'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RealTimeConfig'];
        };
      };
    };
  };
  'rollouts.list': {
    parameters: {
      query?: {
        environment?: 'sandbox' | 'pre-release' | 'live';
      };
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsListResponse'];
        };
      };
    };
  };
  'rollouts.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsGetResponse'];
        };
      };
    };
  };
  'rollouts.abort': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsAbortResponse'];
        };
      };
    };
  };
  'rollouts.evidence': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsEvidenceResponse'];
        };
      };
    };
  };
  'rollouts.finish': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsFinishResponse'];
        };
      };
    };
  };
  'rollouts.pause': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsPauseResponse'];
        };
      };
    };
  };
  'rollouts.resume': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        rolloutId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolloutsResumeResponse'];
        };
      };
    };
  };
  'studio-tokens.issue': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['IssueStudioToken'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StudioTokensIssueResponse'];
        };
      };
    };
  };
  'connectors.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorsListResponse'];
        };
      };
    };
  };
  'connectors.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateConnector'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewConnector'];
        };
      };
    };
  };
  'connectors.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connector'];
        };
      };
    };
  };
  'connectors.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedConnector'];
        };
      };
    };
  };
  'connectors.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateConnector'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connector'];
        };
      };
    };
  };
  'call-tokens.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path: {
        agentId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallTokensListResponse'];
        };
      };
    };
  };
  'call-tokens.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['MintCallToken'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewCallToken'];
        };
      };
    };
  };
  'call-tokens.revoke': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        callTokenId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'connectors.rotate-token': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateToken'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedToken'];
        };
      };
    };
  };
  'connectors.get-batch': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectorIds'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorsGetBatchResponse'];
        };
      };
    };
  };
  'connectors.update-batch': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateConnectors'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorsUpdateBatchResponse'];
        };
      };
    };
  };
  'connectors.lookup': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookupConnector'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connector'];
        };
      };
    };
  };
  'outbound-calls.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOutboundCall'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundCall'];
        };
      };
    };
  };
  'outbound-calls.cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        callSid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'outbound-calls.status': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        callSid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundCallReport'];
        };
      };
    };
  };
  'outbound-rules.get-of-agent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundRuleSet'];
        };
      };
    };
  };
  'outbound-rules.put-of-agent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OutboundRules'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundRuleSet'];
        };
      };
    };
  };
  'phone-numbers.list': {
    parameters: {
      query?: {
        connectorId?: string;
      };
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumbersListResponse'];
        };
      };
    };
  };
  'phone-numbers.import': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportPhoneNumbers'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumbersImportResponse'];
        };
      };
    };
  };
  'phone-numbers.delete-many': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PhoneNumbers'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedPhoneNumbers'];
        };
      };
    };
  };
  'phone-numbers.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumber'];
        };
      };
    };
  };
  'phone-numbers.import-one': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ImportPhoneNumber'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumbersImportOneResponse'];
        };
      };
    };
  };
  'phone-numbers.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumbersDeleteResponse'];
        };
      };
    };
  };
  'phone-numbers.reassign': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReassignPhoneNumber'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumber'];
        };
      };
    };
  };
  'phone-numbers.get-batch': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PhoneNumbers'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumbersGetBatchResponse'];
        };
      };
    };
  };
  'test-sets.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestSetsListResponse'];
        };
      };
    };
  };
  'test-sets.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTestSet'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTestSet'];
        };
      };
    };
  };
  'test-sets.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTestSet'];
        };
      };
    };
  };
  'test-sets.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'test-sets.change': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeTestSet'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTestSet'];
        };
      };
    };
  };
  'test-sets.add-case': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCaseBody'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTestCase'];
        };
      };
    };
  };
  'test-sets.replace-case': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        testCaseId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCaseBody'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTestCase'];
        };
      };
    };
  };
  'test-sets.delete-case': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        testCaseId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'test-runs.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path: {
        agentId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestRunsListResponse'];
        };
      };
    };
  };
  'test-runs.start': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        agentId: string;
        testSetId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['StartTestRun'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTestRun'];
        };
      };
    };
  };
  'tool-trials.run': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TryTool'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToolTrial'];
        };
      };
    };
  };
  'alert-rules.list': {
    parameters: {
      query?: {
        cursor?: string;
        enabled?: boolean;
        limit?: number;
        metric?:
          | 'turn_latency_p50'
          | 'turn_latency_p95'
          | 'api_errors'
          | 'function_errors'
          | 'call_crashes'
          | 'call_volume';
        project_id?: string;
        state?: 'ok' | 'alert' | 'no_data' | 'unknown';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertRulesListResponse'];
        };
      };
    };
  };
  'alert-rules.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRule'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertRule'];
        };
      };
    };
  };
  'alert-rules.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertRule'];
        };
      };
    };
  };
  'alert-rules.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'alert-rules.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateRule'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertRule'];
        };
      };
    };
  };
  'alerts.list': {
    parameters: {
      query?: {
        metric?:
          | 'turn_latency_p50'
          | 'turn_latency_p95'
          | 'api_errors'
          | 'function_errors'
          | 'call_crashes'
          | 'call_volume';
        project_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertsListResponse'];
        };
      };
    };
  };
  'api-keys.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeysListResponse'];
        };
      };
    };
  };
  'api-keys.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKey'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewApiKey'];
        };
      };
    };
  };
  'api-keys.revoke': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        keyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'audit-log.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditLogListResponse'];
        };
      };
    };
  };
  'conversations.list': {
    parameters: {
      query?: {
        agentId?: string;
        caller?: string;
        connectorId?: string;
        crashed?: boolean;
        cursor?: string;
        days?: number;
        deploymentId?: string;
        endReason?: string;
        from?: string;
        limit?: number;
        maxSeconds?: number;
        minSeconds?: number;
        mode?: 'end-to-end' | 'traditional' | 'echo' | 'text';
        outcome?: 'completed' | 'failed' | 'not-connected';
        running?: boolean;
        search?: string;
        success?: boolean;
        tag?: string;
        target?: 'draft' | 'sandbox' | 'pre-release' | 'live';
        to?: string;
        withErrors?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationsListResponse'];
        };
      };
    };
  };
  'conversations.erase-caller': {
    parameters: {
      query: {
        caller: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallerErasure'];
        };
      };
    };
  };
  'conversations.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneConversation'];
        };
      };
    };
  };
  'conversations.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'conversations.audio': {
    parameters: {
      query?: {
        replay?: string;
      };
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
          'audio/ogg': string;
        };
      };
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
          'audio/ogg': string;
        };
      };
    };
  };
  'conversations.bundle': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  'conversations.comment': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Comment'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationComment'];
        };
      };
    };
  };
  'conversations.delete-comment': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        commentId: string;
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'conversation-cost.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationCost'];
        };
      };
    };
  };
  'hang-ups.create': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'supervision.begin': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BeginMonitor'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallMonitor'];
        };
      };
    };
  };
  'supervision.leave': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
        monitorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'supervision.give-back': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
        monitorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GiveBack'];
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'supervision.take-over': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
        monitorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'conversations.tag': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Tags'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationTags'];
        };
      };
    };
  };
  'case-drafts.draft': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CaseDraftsDraftResponse'];
        };
      };
    };
  };
  'supervision.whisper': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Whisper'];
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'conversations.export': {
    parameters: {
      query?: {
        agentId?: string;
        caller?: string;
        connectorId?: string;
        crashed?: boolean;
        days?: number;
        deploymentId?: string;
        endReason?: string;
        format?: 'ndjson' | 'csv';
        from?: string;
        maxSeconds?: number;
        minSeconds?: number;
        mode?: 'end-to-end' | 'traditional' | 'echo' | 'text';
        outcome?: 'completed' | 'failed' | 'not-connected';
        running?: boolean;
        search?: string;
        success?: boolean;
        tag?: string;
        target?: 'draft' | 'sandbox' | 'pre-release' | 'live';
        to?: string;
        withErrors?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
          'text/csv': string;
        };
      };
    };
  };
  'demo-bookings.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DemoBookingsListResponse'];
        };
      };
    };
  };
  'demo-line.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DemoLineGetResponse'];
        };
      };
    };
  };
  'active-deployments.active': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AllActiveDeployments'];
        };
      };
    };
  };
  'instances.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InstancesListResponse'];
        };
      };
    };
  };
  'instances.settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InstancesSettingsResponse'];
        };
      };
    };
  };
  'invitations.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationsListResponse'];
        };
      };
    };
  };
  'invitations.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Invite'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewInvitation'];
        };
      };
    };
  };
  'invitations.withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'invitations.accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptInvitation'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationsAcceptResponse'];
        };
      };
    };
  };
  'providers.local-servers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersLocalServersResponse'];
        };
      };
    };
  };
  'agent-activity.report': {
    parameters: {
      query?: {
        from?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentActivityReport'];
        };
      };
    };
  };
  'daily-figures.report': {
    parameters: {
      query?: {
        agentId?: string;
        from?: string;
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DailyFiguresReport'];
        };
      };
    };
  };
  'outcomes.report': {
    parameters: {
      query?: {
        agentId?: string;
        from?: string;
        timeZone?: string;
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutcomeReport'];
        };
      };
    };
  };
  'questions.report': {
    parameters: {
      query?: {
        agentId?: string;
        from?: string;
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuestionsReport'];
        };
      };
    };
  };
  'providers.models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersModelsResponse'];
        };
      };
    };
  };
  'people.list': {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PeopleListResponse'];
        };
      };
    };
  };
  'people.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        personId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
    };
  };
  'people.remove': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        personId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'people.change': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        personId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePerson'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
    };
  };
  'people.create-sign-in-link': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        personId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PeopleCreateSignInLinkResponse'];
        };
      };
    };
  };
  'people.change-me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMyself'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PeopleChangeMeResponse'];
        };
      };
    };
  };
  'providers.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersListResponse'];
        };
      };
    };
  };
  'providers.put': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        providerName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutProvider'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersPutResponse'];
        };
      };
    };
  };
  'providers.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        providerName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'providers.model-lists': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        providerName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutProvider'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersModelListsResponse'];
        };
      };
    };
  };
  'providers.test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        providerName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderTest'];
        };
      };
    };
  };
  'saved-filters.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedFiltersListResponse'];
        };
      };
    };
  };
  'saved-filters.save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SaveFilter'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedFilter'];
        };
      };
    };
  };
  'saved-filters.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        filterId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'schemas.agent-document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/schema+json': components['schemas']['JsonSchema'];
        };
      };
    };
  };
  'secrets.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretsListResponse'];
        };
      };
    };
  };
  'secrets.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretsGetResponse'];
        };
      };
    };
  };
  'secrets.put': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutSecret'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretsPutResponse'];
        };
      };
    };
  };
  'secrets.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'session.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionGetResponse'];
        };
      };
    };
  };
  'session.start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignIn'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionStartResponse'];
        };
      };
    };
  };
  'session.end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'session.request-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RequestLink'];
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'session.providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionProvidersResponse'];
        };
      };
    };
  };
  'session.end-all': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'outbound-call-list.list': {
    parameters: {
      query?: {
        agentId?: string;
        cursor?: string;
        limit?: number;
        status?: 'QUEUED' | 'CALLING' | 'SUCCESS' | 'FAILURE';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundCallList'];
        };
      };
    };
  };
  'outbound-rules.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundRuleSet'];
        };
      };
    };
  };
  'outbound-rules.put': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OutboundRules'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutboundRuleSet'];
        };
      };
    };
  };
  'trunks.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrunksListResponse'];
        };
      };
    };
  };
  'trunks.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTrunk'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Trunk'];
        };
      };
    };
  };
  'trunks.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Trunk'];
        };
      };
    };
  };
  'trunks.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'trunks.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateTrunk'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Trunk'];
        };
      };
    };
  };
  'trunk-diagnostics.refusals': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefusedCalls'];
        };
      };
    };
  };
  'trunks.test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestTrunk'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrunkTest'];
        };
      };
    };
  };
  'trunk-diagnostics.trace': {
    parameters: {
      query?: {
        callId?: string;
        format?: 'json' | 'text' | 'pcap';
      };
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SipTrace'];
        };
      };
    };
  };
  'trunk-diagnostics.switch-trace': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trunkId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SwitchTrace'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TraceSwitch'];
        };
      };
    };
  };
  'test-runs.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testRunId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestRunsGetResponse'];
        };
      };
    };
  };
  'usage.report': {
    parameters: {
      query?: {
        from?: string;
        groupBy?: 'day' | 'agent' | 'provider';
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageReport'];
        };
      };
    };
  };
  'usage.storage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StorageUse'];
        };
      };
    };
  };
  'voice-samples.speak': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VoiceSample'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'audio/wav': string;
        };
      };
    };
  };
  'providers.voices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvidersVoicesResponse'];
        };
      };
    };
  };
  'webhook-endpoints.list': {
    parameters: {
      query?: {
        cursor?: string;
        enabled?: boolean;
        event_type?:
          | 'alerts.triggered'
          | 'alerts.resolved'
          | 'conversation.started'
          | 'conversation.ended'
          | 'conversation.form_completed'
          | 'conversation.analyzed'
          | 'outbound_call.ended'
          | 'deployment.rolled_back'
          | 'experiment.ended';
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointsListResponse'];
        };
      };
    };
  };
  'webhook-endpoints.create': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEndpoint'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewWebhookEndpoint'];
        };
      };
    };
  };
  'webhook-endpoints.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  'webhook-endpoints.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'webhook-endpoints.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateEndpoint'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  'webhook-deliveries.list': {
    parameters: {
      query?: {
        cursor?: string;
        event_type?:
          | 'alerts.triggered'
          | 'alerts.resolved'
          | 'conversation.started'
          | 'conversation.ended'
          | 'conversation.form_completed'
          | 'conversation.analyzed'
          | 'outbound_call.ended'
          | 'deployment.rolled_back'
          | 'experiment.ended';
        limit?: number;
        status?: 'pending' | 'delivered' | 'failed';
      };
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveriesListResponse'];
        };
      };
    };
  };
  'webhook-deliveries.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        deliveryId: string;
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryWithAttempts'];
        };
      };
    };
  };
  'webhook-deliveries.redeliver': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        deliveryId: string;
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  'webhook-endpoints.health': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointsHealthResponse'];
        };
      };
    };
  };
  'webhook-endpoints.recover': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Recover'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointsRecoverResponse'];
        };
      };
    };
  };
  'webhook-endpoints.rotate-secret': {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateSecret'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointsRotateSecretResponse'];
        };
      };
    };
  };
  'webhook-endpoints.test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointsTestResponse'];
        };
      };
    };
  };
  'website-pages.read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReadWebsite'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebsitePagesReadResponse'];
        };
      };
    };
  };
}
